# Turns a proof in version 2.0 of VeriPB's format, as nonet writes it, into version 1.2, which VeriPB read until 2022.
s/^pseudo-Boolean proof version 2\.0$/pseudo-Boolean proof version 1.2/
s/^soli /o /
s/^conclusion UNSAT : \([0-9]*\)$/c \1/
s/^conclusion BOUNDS [^ ]* : \([0-9]*\) .*$/c \1/
/^output NONE$/d
/^end pseudo-Boolean proof$/d
