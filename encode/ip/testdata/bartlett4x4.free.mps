* x_V_vK is 1 exactly when variable V has the value K
NAME          four_by_four
ROWS
 N  obj
 E  cell_r1c1
 E  cell_r1c2
 E  cell_r1c3
 E  cell_r1c4
 E  cell_r2c1
 E  cell_r2c2
 E  cell_r2c3
 E  cell_r2c4
 E  cell_r3c1
 E  cell_r3c2
 E  cell_r3c3
 E  cell_r3c4
 E  cell_r4c1
 E  cell_r4c2
 E  cell_r4c3
 E  cell_r4c4
 E  row_r1_v1
 E  row_r1_v2
 E  row_r1_v3
 E  row_r1_v4
 E  row_r2_v1
 E  row_r2_v2
 E  row_r2_v3
 E  row_r2_v4
 E  row_r3_v1
 E  row_r3_v2
 E  row_r3_v3
 E  row_r3_v4
 E  row_r4_v1
 E  row_r4_v2
 E  row_r4_v3
 E  row_r4_v4
 E  col_c1_v1
 E  col_c1_v2
 E  col_c1_v3
 E  col_c1_v4
 E  col_c2_v1
 E  col_c2_v2
 E  col_c2_v3
 E  col_c2_v4
 E  col_c3_v1
 E  col_c3_v2
 E  col_c3_v3
 E  col_c3_v4
 E  col_c4_v1
 E  col_c4_v2
 E  col_c4_v3
 E  col_c4_v4
 E  box_b1_v1
 E  box_b1_v2
 E  box_b1_v3
 E  box_b1_v4
 E  box_b2_v1
 E  box_b2_v2
 E  box_b2_v3
 E  box_b2_v4
 E  box_b3_v1
 E  box_b3_v2
 E  box_b3_v3
 E  box_b3_v4
 E  box_b4_v1
 E  box_b4_v2
 E  box_b4_v3
 E  box_b4_v4
 E  given_r1c1
 E  given_r1c4
 E  given_r2c3
 E  given_r3c2
 E  given_r4c1
 E  given_r4c4
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x_r1c1_v1  cell_r1c1             1   row_r1_v1             1
    x_r1c1_v1  col_c1_v1             1   box_b1_v1             1
    x_r1c1_v1  given_r1c1             1
    x_r1c1_v2  cell_r1c1             1   row_r1_v2             1
    x_r1c1_v2  col_c1_v2             1   box_b1_v2             1
    x_r1c1_v3  cell_r1c1             1   row_r1_v3             1
    x_r1c1_v3  col_c1_v3             1   box_b1_v3             1
    x_r1c1_v4  cell_r1c1             1   row_r1_v4             1
    x_r1c1_v4  col_c1_v4             1   box_b1_v4             1
    x_r1c2_v1  cell_r1c2             1   row_r1_v1             1
    x_r1c2_v1  col_c2_v1             1   box_b1_v1             1
    x_r1c2_v2  cell_r1c2             1   row_r1_v2             1
    x_r1c2_v2  col_c2_v2             1   box_b1_v2             1
    x_r1c2_v3  cell_r1c2             1   row_r1_v3             1
    x_r1c2_v3  col_c2_v3             1   box_b1_v3             1
    x_r1c2_v4  cell_r1c2             1   row_r1_v4             1
    x_r1c2_v4  col_c2_v4             1   box_b1_v4             1
    x_r1c3_v1  cell_r1c3             1   row_r1_v1             1
    x_r1c3_v1  col_c3_v1             1   box_b2_v1             1
    x_r1c3_v2  cell_r1c3             1   row_r1_v2             1
    x_r1c3_v2  col_c3_v2             1   box_b2_v2             1
    x_r1c3_v3  cell_r1c3             1   row_r1_v3             1
    x_r1c3_v3  col_c3_v3             1   box_b2_v3             1
    x_r1c3_v4  cell_r1c3             1   row_r1_v4             1
    x_r1c3_v4  col_c3_v4             1   box_b2_v4             1
    x_r1c4_v1  cell_r1c4             1   row_r1_v1             1
    x_r1c4_v1  col_c4_v1             1   box_b2_v1             1
    x_r1c4_v2  cell_r1c4             1   row_r1_v2             1
    x_r1c4_v2  col_c4_v2             1   box_b2_v2             1
    x_r1c4_v3  cell_r1c4             1   row_r1_v3             1
    x_r1c4_v3  col_c4_v3             1   box_b2_v3             1
    x_r1c4_v4  cell_r1c4             1   row_r1_v4             1
    x_r1c4_v4  col_c4_v4             1   box_b2_v4             1
    x_r1c4_v4  given_r1c4             1
    x_r2c1_v1  cell_r2c1             1   row_r2_v1             1
    x_r2c1_v1  col_c1_v1             1   box_b1_v1             1
    x_r2c1_v2  cell_r2c1             1   row_r2_v2             1
    x_r2c1_v2  col_c1_v2             1   box_b1_v2             1
    x_r2c1_v3  cell_r2c1             1   row_r2_v3             1
    x_r2c1_v3  col_c1_v3             1   box_b1_v3             1
    x_r2c1_v4  cell_r2c1             1   row_r2_v4             1
    x_r2c1_v4  col_c1_v4             1   box_b1_v4             1
    x_r2c2_v1  cell_r2c2             1   row_r2_v1             1
    x_r2c2_v1  col_c2_v1             1   box_b1_v1             1
    x_r2c2_v2  cell_r2c2             1   row_r2_v2             1
    x_r2c2_v2  col_c2_v2             1   box_b1_v2             1
    x_r2c2_v3  cell_r2c2             1   row_r2_v3             1
    x_r2c2_v3  col_c2_v3             1   box_b1_v3             1
    x_r2c2_v4  cell_r2c2             1   row_r2_v4             1
    x_r2c2_v4  col_c2_v4             1   box_b1_v4             1
    x_r2c3_v1  cell_r2c3             1   row_r2_v1             1
    x_r2c3_v1  col_c3_v1             1   box_b2_v1             1
    x_r2c3_v1  given_r2c3             1
    x_r2c3_v2  cell_r2c3             1   row_r2_v2             1
    x_r2c3_v2  col_c3_v2             1   box_b2_v2             1
    x_r2c3_v3  cell_r2c3             1   row_r2_v3             1
    x_r2c3_v3  col_c3_v3             1   box_b2_v3             1
    x_r2c3_v4  cell_r2c3             1   row_r2_v4             1
    x_r2c3_v4  col_c3_v4             1   box_b2_v4             1
    x_r2c4_v1  cell_r2c4             1   row_r2_v1             1
    x_r2c4_v1  col_c4_v1             1   box_b2_v1             1
    x_r2c4_v2  cell_r2c4             1   row_r2_v2             1
    x_r2c4_v2  col_c4_v2             1   box_b2_v2             1
    x_r2c4_v3  cell_r2c4             1   row_r2_v3             1
    x_r2c4_v3  col_c4_v3             1   box_b2_v3             1
    x_r2c4_v4  cell_r2c4             1   row_r2_v4             1
    x_r2c4_v4  col_c4_v4             1   box_b2_v4             1
    x_r3c1_v1  cell_r3c1             1   row_r3_v1             1
    x_r3c1_v1  col_c1_v1             1   box_b3_v1             1
    x_r3c1_v2  cell_r3c1             1   row_r3_v2             1
    x_r3c1_v2  col_c1_v2             1   box_b3_v2             1
    x_r3c1_v3  cell_r3c1             1   row_r3_v3             1
    x_r3c1_v3  col_c1_v3             1   box_b3_v3             1
    x_r3c1_v4  cell_r3c1             1   row_r3_v4             1
    x_r3c1_v4  col_c1_v4             1   box_b3_v4             1
    x_r3c2_v1  cell_r3c2             1   row_r3_v1             1
    x_r3c2_v1  col_c2_v1             1   box_b3_v1             1
    x_r3c2_v1  given_r3c2             1
    x_r3c2_v2  cell_r3c2             1   row_r3_v2             1
    x_r3c2_v2  col_c2_v2             1   box_b3_v2             1
    x_r3c2_v3  cell_r3c2             1   row_r3_v3             1
    x_r3c2_v3  col_c2_v3             1   box_b3_v3             1
    x_r3c2_v4  cell_r3c2             1   row_r3_v4             1
    x_r3c2_v4  col_c2_v4             1   box_b3_v4             1
    x_r3c3_v1  cell_r3c3             1   row_r3_v1             1
    x_r3c3_v1  col_c3_v1             1   box_b4_v1             1
    x_r3c3_v2  cell_r3c3             1   row_r3_v2             1
    x_r3c3_v2  col_c3_v2             1   box_b4_v2             1
    x_r3c3_v3  cell_r3c3             1   row_r3_v3             1
    x_r3c3_v3  col_c3_v3             1   box_b4_v3             1
    x_r3c3_v4  cell_r3c3             1   row_r3_v4             1
    x_r3c3_v4  col_c3_v4             1   box_b4_v4             1
    x_r3c4_v1  cell_r3c4             1   row_r3_v1             1
    x_r3c4_v1  col_c4_v1             1   box_b4_v1             1
    x_r3c4_v2  cell_r3c4             1   row_r3_v2             1
    x_r3c4_v2  col_c4_v2             1   box_b4_v2             1
    x_r3c4_v3  cell_r3c4             1   row_r3_v3             1
    x_r3c4_v3  col_c4_v3             1   box_b4_v3             1
    x_r3c4_v4  cell_r3c4             1   row_r3_v4             1
    x_r3c4_v4  col_c4_v4             1   box_b4_v4             1
    x_r4c1_v1  cell_r4c1             1   row_r4_v1             1
    x_r4c1_v1  col_c1_v1             1   box_b3_v1             1
    x_r4c1_v2  cell_r4c1             1   row_r4_v2             1
    x_r4c1_v2  col_c1_v2             1   box_b3_v2             1
    x_r4c1_v3  cell_r4c1             1   row_r4_v3             1
    x_r4c1_v3  col_c1_v3             1   box_b3_v3             1
    x_r4c1_v4  cell_r4c1             1   row_r4_v4             1
    x_r4c1_v4  col_c1_v4             1   box_b3_v4             1
    x_r4c1_v4  given_r4c1             1
    x_r4c2_v1  cell_r4c2             1   row_r4_v1             1
    x_r4c2_v1  col_c2_v1             1   box_b3_v1             1
    x_r4c2_v2  cell_r4c2             1   row_r4_v2             1
    x_r4c2_v2  col_c2_v2             1   box_b3_v2             1
    x_r4c2_v3  cell_r4c2             1   row_r4_v3             1
    x_r4c2_v3  col_c2_v3             1   box_b3_v3             1
    x_r4c2_v4  cell_r4c2             1   row_r4_v4             1
    x_r4c2_v4  col_c2_v4             1   box_b3_v4             1
    x_r4c3_v1  cell_r4c3             1   row_r4_v1             1
    x_r4c3_v1  col_c3_v1             1   box_b4_v1             1
    x_r4c3_v2  cell_r4c3             1   row_r4_v2             1
    x_r4c3_v2  col_c3_v2             1   box_b4_v2             1
    x_r4c3_v3  cell_r4c3             1   row_r4_v3             1
    x_r4c3_v3  col_c3_v3             1   box_b4_v3             1
    x_r4c3_v4  cell_r4c3             1   row_r4_v4             1
    x_r4c3_v4  col_c3_v4             1   box_b4_v4             1
    x_r4c4_v1  cell_r4c4             1   row_r4_v1             1
    x_r4c4_v1  col_c4_v1             1   box_b4_v1             1
    x_r4c4_v1  given_r4c4             1
    x_r4c4_v2  cell_r4c4             1   row_r4_v2             1
    x_r4c4_v2  col_c4_v2             1   box_b4_v2             1
    x_r4c4_v3  cell_r4c4             1   row_r4_v3             1
    x_r4c4_v3  col_c4_v3             1   box_b4_v3             1
    x_r4c4_v4  cell_r4c4             1   row_r4_v4             1
    x_r4c4_v4  col_c4_v4             1   box_b4_v4             1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       cell_r1c1             1   cell_r1c2             1
    RHS       cell_r1c3             1   cell_r1c4             1
    RHS       cell_r2c1             1   cell_r2c2             1
    RHS       cell_r2c3             1   cell_r2c4             1
    RHS       cell_r3c1             1   cell_r3c2             1
    RHS       cell_r3c3             1   cell_r3c4             1
    RHS       cell_r4c1             1   cell_r4c2             1
    RHS       cell_r4c3             1   cell_r4c4             1
    RHS       row_r1_v1             1   row_r1_v2             1
    RHS       row_r1_v3             1   row_r1_v4             1
    RHS       row_r2_v1             1   row_r2_v2             1
    RHS       row_r2_v3             1   row_r2_v4             1
    RHS       row_r3_v1             1   row_r3_v2             1
    RHS       row_r3_v3             1   row_r3_v4             1
    RHS       row_r4_v1             1   row_r4_v2             1
    RHS       row_r4_v3             1   row_r4_v4             1
    RHS       col_c1_v1             1   col_c1_v2             1
    RHS       col_c1_v3             1   col_c1_v4             1
    RHS       col_c2_v1             1   col_c2_v2             1
    RHS       col_c2_v3             1   col_c2_v4             1
    RHS       col_c3_v1             1   col_c3_v2             1
    RHS       col_c3_v3             1   col_c3_v4             1
    RHS       col_c4_v1             1   col_c4_v2             1
    RHS       col_c4_v3             1   col_c4_v4             1
    RHS       box_b1_v1             1   box_b1_v2             1
    RHS       box_b1_v3             1   box_b1_v4             1
    RHS       box_b2_v1             1   box_b2_v2             1
    RHS       box_b2_v3             1   box_b2_v4             1
    RHS       box_b3_v1             1   box_b3_v2             1
    RHS       box_b3_v3             1   box_b3_v4             1
    RHS       box_b4_v1             1   box_b4_v2             1
    RHS       box_b4_v3             1   box_b4_v4             1
    RHS       given_r1c1             1   given_r1c4             1
    RHS       given_r2c3             1   given_r3c2             1
    RHS       given_r4c1             1   given_r4c4             1
BOUNDS
 BV BND       x_r1c1_v1
 BV BND       x_r1c1_v2
 BV BND       x_r1c1_v3
 BV BND       x_r1c1_v4
 BV BND       x_r1c2_v1
 BV BND       x_r1c2_v2
 BV BND       x_r1c2_v3
 BV BND       x_r1c2_v4
 BV BND       x_r1c3_v1
 BV BND       x_r1c3_v2
 BV BND       x_r1c3_v3
 BV BND       x_r1c3_v4
 BV BND       x_r1c4_v1
 BV BND       x_r1c4_v2
 BV BND       x_r1c4_v3
 BV BND       x_r1c4_v4
 BV BND       x_r2c1_v1
 BV BND       x_r2c1_v2
 BV BND       x_r2c1_v3
 BV BND       x_r2c1_v4
 BV BND       x_r2c2_v1
 BV BND       x_r2c2_v2
 BV BND       x_r2c2_v3
 BV BND       x_r2c2_v4
 BV BND       x_r2c3_v1
 BV BND       x_r2c3_v2
 BV BND       x_r2c3_v3
 BV BND       x_r2c3_v4
 BV BND       x_r2c4_v1
 BV BND       x_r2c4_v2
 BV BND       x_r2c4_v3
 BV BND       x_r2c4_v4
 BV BND       x_r3c1_v1
 BV BND       x_r3c1_v2
 BV BND       x_r3c1_v3
 BV BND       x_r3c1_v4
 BV BND       x_r3c2_v1
 BV BND       x_r3c2_v2
 BV BND       x_r3c2_v3
 BV BND       x_r3c2_v4
 BV BND       x_r3c3_v1
 BV BND       x_r3c3_v2
 BV BND       x_r3c3_v3
 BV BND       x_r3c3_v4
 BV BND       x_r3c4_v1
 BV BND       x_r3c4_v2
 BV BND       x_r3c4_v3
 BV BND       x_r3c4_v4
 BV BND       x_r4c1_v1
 BV BND       x_r4c1_v2
 BV BND       x_r4c1_v3
 BV BND       x_r4c1_v4
 BV BND       x_r4c2_v1
 BV BND       x_r4c2_v2
 BV BND       x_r4c2_v3
 BV BND       x_r4c2_v4
 BV BND       x_r4c3_v1
 BV BND       x_r4c3_v2
 BV BND       x_r4c3_v3
 BV BND       x_r4c3_v4
 BV BND       x_r4c4_v1
 BV BND       x_r4c4_v2
 BV BND       x_r4c4_v3
 BV BND       x_r4c4_v4
ENDATA
