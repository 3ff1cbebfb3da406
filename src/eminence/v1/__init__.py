"""Generated protobuf messages and gRPC stubs; see proto/ and `make proto`."""
