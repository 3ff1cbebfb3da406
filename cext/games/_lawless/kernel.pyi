from eminence.cext.core.kernel import Kernel

class LawlessKernel(Kernel):
    def __init__(self, fault: str) -> None: ...
