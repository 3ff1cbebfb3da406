"""Weights of Verräter's playout policy and estimate, by number of seats (how they were found: docs/experiments.md).

A style is a way to play, in the words of `Weights` in policy_common.pxd. The first of four was tuned by evolution (CMA-ES)
in games against the others, the second by hand, the third builds and draws more, the fourth lays its cards early.
"""

BY_HAND = {
    "own": 4, "beside": 0.5, "near": 0.1, "rich": 0.1, "slope": 0.032, "friend": 0.55, "foe": 0.55,
    "strength": 0.7, "man": 0, "deny": 0.2, "home": 0.8, "site_slope": 0.032, "site_card": 2.5, "site_deny": 2,
    "traitor": 0, "diplomat": 0, "strategist": 0.5, "keep": 1, "first_cards": 0.7, "last_cards": 0.2,
    "estate": 0.25, "office": 1.6, "office_rest": 0, "office_card": 0.1, "later_friend": 6.4, "later_foe": 2.5,
    "doubt": 12, "doubt_card": 0.6, "price_card": 0.3, "price_point": 0.08, "lay_deny": 0.25, "hidden": 0.5,
}
TUNED_3 = {
    "own": 1.347, "beside": -0.6, "near": -0.257, "rich": 0.041, "slope": 0.026, "friend": 1.244, "foe": 0.43,
    "strength": 0.675, "man": -0.746, "deny": 0.396, "home": 1.615, "site_slope": 0.024, "site_card": -0.733,
    "site_deny": 1.208, "traitor": 1.926, "diplomat": -0.122, "strategist": 0.676, "keep": 1,
    "first_cards": 0.575, "last_cards": -0.092, "estate": 0.154, "office": 1.121, "office_rest": -0.142,
    "office_card": 0.35, "later_friend": 6.041, "later_foe": 4.594, "doubt": 2, "doubt_card": 1.452,
    "price_card": 0.595, "price_point": 0.168, "lay_deny": 0.448, "hidden": -0.105,
}
TUNED_4 = {
    "own": 3.55, "beside": 0.767, "near": 0.466, "rich": 0.136, "slope": 0.036, "friend": 1.41, "foe": 0.799,
    "strength": 0.43, "man": -2.357, "deny": -0.081, "home": 0.701, "site_slope": 0.105, "site_card": 3.098,
    "site_deny": 2.22, "traitor": 2.003, "diplomat": -0.314, "strategist": 0.979, "keep": 1,
    "first_cards": 0.823, "last_cards": 0.19, "estate": 0.059, "office": 3.321, "office_rest": 0.206,
    "office_card": -0.451, "later_friend": 5.054, "later_foe": 2.514, "doubt": 11.359, "doubt_card": 1.158,
    "price_card": 0.314, "price_point": 0.004, "lay_deny": 0.279, "hidden": 0.528,
}
BUILDER = {
    "estate": 0.8, "own": 4, "beside": 1, "near": 0.3, "first_cards": 1.2, "last_cards": 0.8, "keep": 0.5,
    "price_card": 0.2, "price_point": 0.02,
}
EARLY = {
    "later_friend": 1.2, "later_foe": 1.2, "doubt": 5, "doubt_card": 0.5, "price_card": 0.35,
    "price_point": 0.04, "estate": 0.4,
}
STYLES = {
    3: (TUNED_3, BY_HAND, TUNED_3 | BUILDER, BY_HAND | EARLY),
    4: (TUNED_4, BY_HAND, TUNED_4 | BUILDER, BY_HAND | EARLY),
}

# For 1 to 9 rounds left: the points by which the estimate may be wrong, and what a seat makes in them: a constant, then
# per card in hand, card up to three, point in hand, estate at home, estate elsewhere, office, office and card up to
# three, seat of the own house, being alone in it, all being in it, card in the hands of friends and of foes. Ridge
# regressions over 1,500 games of `mcts` at 300 iterations for each number of seats, smoothed over the rounds.
PROMISES = {
    3: (
        (1.58, (3.74, 0.14, 0.02, 0.07, 0.17, 0.1, 1.62, 0.28, -0.22, 0.1, -0.15, -0.13, -0.16)),
        (2.06, (6.54, 0.13, 0.08, 0.1, 0.41, 0.18, 2.04, 0.05, -0.15, 0.3, 0.08, -0.18, -0.19)),
        (2.46, (9.76, 0.12, 0.1, 0.1, 0.47, 0.24, 1.99, -0, -0.04, 0.25, 0.11, -0.21, -0.16)),
        (2.84, (13.05, 0.13, 0.07, 0.1, 0.55, 0.32, 1.92, -0.03, 0.01, 0.24, 0.13, -0.23, -0.16)),
        (3.1, (16.4, 0.16, 0.01, 0.1, 0.64, 0.41, 1.82, -0.01, 0.01, 0.29, 0.14, -0.24, -0.18)),
        (3.28, (19.84, 0.21, -0.1, 0.1, 0.73, 0.5, 1.7, 0.03, -0.04, 0.38, 0.14, -0.24, -0.23)),
        (3.47, (23.42, 0.29, -0.26, 0.11, 0.84, 0.61, 1.55, 0.11, -0.15, 0.52, 0.13, -0.23, -0.3)),
        (3.56, (27.37, 0.39, -0.45, 0.12, 0.97, 0.74, 1.38, 0.22, -0.32, 0.71, 0.12, -0.21, -0.39)),
        (3.56, (31.33, 0.39, -0.45, 0.12, 0.97, 0.74, 1.38, 0.22, -0.32, 0.71, 0.12, -0.21, -0.39)),
    ),
    4: (
        (1.5, (3.54, 0.1, 0.2, 0.04, 0.06, 0.01, 1.64, 0.24, -0.32, 0.03, 0.14, -0.04, -0.07)),
        (1.99, (7.11, 0.15, 0.07, 0.08, 0.09, -0.01, 1.93, 0.05, -0.65, 0.44, 0.13, -0, -0.12)),
        (2.28, (9.53, 0.03, 0.18, 0.09, 0.39, 0.24, 2.08, -0.04, -0.51, 0.37, 0.46, -0.06, -0.13)),
        (2.49, (12.32, -0.03, 0.19, 0.1, 0.56, 0.34, 2.08, -0.09, -0.42, 0.39, 0.62, -0.09, -0.14)),
        (2.77, (15.44, -0.04, 0.1, 0.11, 0.6, 0.31, 1.95, -0.1, -0.39, 0.52, 0.62, -0.11, -0.14)),
        (2.96, (18.82, 0.02, -0.1, 0.1, 0.51, 0.13, 1.68, -0.09, -0.42, 0.74, 0.45, -0.1, -0.14)),
        (2.99, (22.35, 0.13, -0.4, 0.09, 0.28, -0.19, 1.26, -0.03, -0.5, 1.05, 0.12, -0.08, -0.14)),
        (2.99, (25.89, 0.13, -0.4, 0.09, 0.28, -0.19, 1.26, -0.03, -0.5, 1.05, 0.12, -0.08, -0.14)),
        (2.99, (29.42, 0.13, -0.4, 0.09, 0.28, -0.19, 1.26, -0.03, -0.5, 1.05, 0.12, -0.08, -0.14)),
    ),
}
