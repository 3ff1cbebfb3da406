"""Kuhn's poker, whose equilibria are known: how far mixed choices can be exploited is measured with it."""
