% Each variable has one value of its domain.
domain(x_a,1..9).
domain(x_b,(-3;0..2;7)).
domain(x_x2,4).
domain(x_set_of,(-2..-1;5)).
domain(x_set_of_5,0..1).
1 { value(V,D) : domain(V,D) } 1 :- domain(V,_).

% The clues.
given(x_x2,4).
:- given(V,D), not value(V,D).

% Variables of a group have different values.
different(1,(x_a;x_b;x_set_of)).
different(2,(x_x2)).
:- different(H,_), domain(_,D), 2 { value(V,D) : different(H,V) }.

% Other constraints.
:- value(x_a,D), value(x_b,D-2).
:- value(x_set_of_5,D), value(x_set_of,D).
:- not #sum { 2*D,1 : value(x_a,D); -1*D,2 : value(x_b,D); 1*D,3 : value(x_set_of,D) } >= 4.
:- not #sum { -1*D,1 : value(x_set_of,D); 3*D,2 : value(x_set_of_5,D) } <= 4.
table8(0,1).
table8(7,9).
table8(0,1).
table8(-3,5).
row8 :- table8(D1,D2), value(x_b,D1), value(x_a,D2).
:- not row8.
table9(1).
table9(5).
row9 :- table9(D1), value(x_a,D1).
:- not row9.

% A solution that is excluded.
:- value(x_a,5), value(x_b,-3), value(x_x2,4), value(x_set_of,-1), value(x_set_of_5,0).

#maximize { 3*D,1 : value(x_b,D); -1*D,2 : value(x_set_of_5,D) }.

#show value/2.
