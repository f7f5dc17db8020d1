(set-logic QF_IDL)
(check-sat)
