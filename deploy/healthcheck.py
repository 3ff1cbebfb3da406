"""Ends well if the service on this machine says that it is SERVING. For the image's HEALTHCHECK."""

import os
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

address = f"127.0.0.1:{os.environ.get('EMINENCE_PORT', '50051')}"
with grpc.insecure_channel(address) as channel:
    answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=3)
sys.exit(answer.status != health_pb2.HealthCheckResponse.SERVING)
