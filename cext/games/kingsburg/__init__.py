from eminence.cext.games.kingsburg.face import KingsburgFace

FACE = KingsburgFace()
