"""Rule ids that belong only to modules 2, 3, 4 and the scenarios, which are still to come."""

LATER: set[str] = {
    # Alternative rows.
    *(
        "K-4.11",
        "K-4.11.1",
        "K-4.11.2",
        "K-4.11.3",
        "K-4.11.4",
        "K-7.16",
        "K-7.30",
        "K-7.31",
        "K-7.32",
        "K-7.40",
    ),
    # Governors and the hooks only they use.
    *(
        "K-2.6",
        "K-4.12",
        "K-4.12.1",
        "K-4.12.2",
        "K-4.12.3",
        "K-4.3.5.7",
        "K-4.3.7.4",
        "K-4.3.7.5",
        "K-4.6.2",
    ),
    *("K-7.17", "K-7.18", "K-7.19", "K-7.24", "K-7.33", "K-7.34", "K-7.37", "K-7.41"),
    # Fate cards.
    *("K-4.1.2", "K-4.13", "K-4.13.1", "K-7.35", "K-7.36"),
    # Scenarios.
    *("K-4.16.1", "K-4.16.2", "K-4.16.3", "K-4.16.4", "K-7.27", "K-7.38", "K-7.39"),
}
