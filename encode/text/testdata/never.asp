% Each variable has one value of its domain.
:- #true.
1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).

% Other constraints.
:- #true.

#show value/2.
