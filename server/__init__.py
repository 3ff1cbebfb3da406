"""The service: gRPC, admission, keys and sealed tables. Knows neither the rules of any game nor how search works."""
