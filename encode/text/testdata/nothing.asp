% Each variable has one value of its domain.
1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).

#show value/2.
