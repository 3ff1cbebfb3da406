from eminence.cext.core.kernel import Kernel

class KuhnKernel(Kernel):
    def __init__(self) -> None: ...
