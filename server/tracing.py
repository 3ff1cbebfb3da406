"""Traces by OpenTelemetry: one span per call. Needs the extra `otel`.

Where the spans go is said by OpenTelemetry's own variables, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.grpc import aio_server_interceptor, filters
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

import eminence


def tracing(exporter: SpanExporter | None = None) -> tuple[Any, Callable[[], None]]:
    """An interceptor that traces the calls of the services, and the way to send the last spans off."""
    about = {SERVICE_NAME: "eminence", "service.version": eminence.__version__}
    provider = TracerProvider(resource=Resource.create(about))
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    wanted = filters.negate(filters.health_check())
    return aio_server_interceptor(tracer_provider=provider, filter_=wanted), provider.shutdown
