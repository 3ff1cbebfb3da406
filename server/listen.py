"""The gRPC port: options, TLS and the address."""

from __future__ import annotations

import ssl
from pathlib import Path

import grpc

from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.server.config import Config


def options(config: Config) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", config.max_message_bytes),
        ("grpc.max_metadata_size", 16_384),
        ("grpc.max_concurrent_streams", config.max_streams),
        ("grpc.server_handshake_timeout_ms", 10_000),  # connections that send nothing are closed
        ("grpc.so_reuseport", 0),  # a second server on the same port is a mistake, not a replica
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 2_000),  # the client asks every 4 s
        ("grpc.max_connection_idle_ms", 600_000),
    ]


def listen(server: grpc.aio.Server, config: Config) -> int:
    """Binds the port, with TLS if there is a certificate, and tells its number."""
    at = address(config.host, config.port)
    credentials = _credentials(config)
    try:
        return server.add_secure_port(at, credentials) if credentials else server.add_insecure_port(at)
    except RuntimeError:
        raise EminenceError(f"cannot listen on {at}: is another server running there?") from None


def address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _credentials(config: Config) -> grpc.ServerCredentials | None:
    if not config.tls_cert:
        return None
    pair = (_read("tls_key", config.tls_key), _read("tls_cert", config.tls_cert))
    trusted = _read("tls_client_ca", config.tls_client_ca) if config.tls_client_ca else None
    _check_certificates(config)
    return grpc.ssl_server_credentials([pair], trusted, require_client_auth=trusted is not None)


def _check_certificates(config: Config) -> None:
    """gRPC itself does not say what is wrong with them."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(config.tls_cert, config.tls_key)
    except ssl.SSLError as error:
        raise InvalidInput("tls_cert", f"and tls_key are not a certificate and its key: {error}") from None
    if config.tls_client_ca:
        try:
            context.load_verify_locations(config.tls_client_ca)
        except ssl.SSLError as error:
            raise InvalidInput("tls_client_ca", f"holds no certificates: {error}") from None


def _read(name: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InvalidInput(name, f"cannot be read: {error}") from None
