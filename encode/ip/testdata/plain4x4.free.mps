NAME          four_by_four
ROWS
 N  obj
 E  c1
 E  c2
 E  c3
 E  c4
 E  c5
 E  c6
 E  c7
 E  c8
 E  c9
 E  c10
 E  c11
 E  c12
 E  c13
 E  c14
 E  c15
 E  c16
 E  c17
 E  c18
 E  c19
 E  c20
 E  c21
 E  c22
 E  c23
 E  c24
 E  c25
 E  c26
 E  c27
 E  c28
 E  c29
 E  c30
 E  c31
 E  c32
 E  c33
 E  c34
 E  c35
 E  c36
 E  c37
 E  c38
 E  c39
 E  c40
 E  c41
 E  c42
 E  c43
 E  c44
 E  c45
 E  c46
 E  c47
 E  c48
 E  c49
 E  c50
 E  c51
 E  c52
 E  c53
 E  c54
 E  c55
 E  c56
 E  c57
 E  c58
 E  c59
 E  c60
 E  c61
 E  c62
 E  c63
 E  c64
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        c1                   1   c17                  1
    x1        c33                  1   c49                  1
    x2        c1                   1   c18                  1
    x2        c34                  1   c50                  1
    x3        c1                   1   c19                  1
    x3        c35                  1   c51                  1
    x4        c1                   1   c20                  1
    x4        c36                  1   c52                  1
    x5        c2                   1   c17                  1
    x5        c37                  1   c49                  1
    x6        c2                   1   c18                  1
    x6        c38                  1   c50                  1
    x7        c2                   1   c19                  1
    x7        c39                  1   c51                  1
    x8        c2                   1   c20                  1
    x8        c40                  1   c52                  1
    x9        c3                   1   c17                  1
    x9        c41                  1   c53                  1
    x10       c3                   1   c18                  1
    x10       c42                  1   c54                  1
    x11       c3                   1   c19                  1
    x11       c43                  1   c55                  1
    x12       c3                   1   c20                  1
    x12       c44                  1   c56                  1
    x13       c4                   1   c17                  1
    x13       c45                  1   c53                  1
    x14       c4                   1   c18                  1
    x14       c46                  1   c54                  1
    x15       c4                   1   c19                  1
    x15       c47                  1   c55                  1
    x16       c4                   1   c20                  1
    x16       c48                  1   c56                  1
    x17       c5                   1   c21                  1
    x17       c33                  1   c49                  1
    x18       c5                   1   c22                  1
    x18       c34                  1   c50                  1
    x19       c5                   1   c23                  1
    x19       c35                  1   c51                  1
    x20       c5                   1   c24                  1
    x20       c36                  1   c52                  1
    x21       c6                   1   c21                  1
    x21       c37                  1   c49                  1
    x22       c6                   1   c22                  1
    x22       c38                  1   c50                  1
    x23       c6                   1   c23                  1
    x23       c39                  1   c51                  1
    x24       c6                   1   c24                  1
    x24       c40                  1   c52                  1
    x25       c7                   1   c21                  1
    x25       c41                  1   c53                  1
    x26       c7                   1   c22                  1
    x26       c42                  1   c54                  1
    x27       c7                   1   c23                  1
    x27       c43                  1   c55                  1
    x28       c7                   1   c24                  1
    x28       c44                  1   c56                  1
    x29       c8                   1   c21                  1
    x29       c45                  1   c53                  1
    x30       c8                   1   c22                  1
    x30       c46                  1   c54                  1
    x31       c8                   1   c23                  1
    x31       c47                  1   c55                  1
    x32       c8                   1   c24                  1
    x32       c48                  1   c56                  1
    x33       c9                   1   c25                  1
    x33       c33                  1   c57                  1
    x34       c9                   1   c26                  1
    x34       c34                  1   c58                  1
    x35       c9                   1   c27                  1
    x35       c35                  1   c59                  1
    x36       c9                   1   c28                  1
    x36       c36                  1   c60                  1
    x37       c10                  1   c25                  1
    x37       c37                  1   c57                  1
    x38       c10                  1   c26                  1
    x38       c38                  1   c58                  1
    x39       c10                  1   c27                  1
    x39       c39                  1   c59                  1
    x40       c10                  1   c28                  1
    x40       c40                  1   c60                  1
    x41       c11                  1   c25                  1
    x41       c41                  1   c61                  1
    x42       c11                  1   c26                  1
    x42       c42                  1   c62                  1
    x43       c11                  1   c27                  1
    x43       c43                  1   c63                  1
    x44       c11                  1   c28                  1
    x44       c44                  1   c64                  1
    x45       c12                  1   c25                  1
    x45       c45                  1   c61                  1
    x46       c12                  1   c26                  1
    x46       c46                  1   c62                  1
    x47       c12                  1   c27                  1
    x47       c47                  1   c63                  1
    x48       c12                  1   c28                  1
    x48       c48                  1   c64                  1
    x49       c13                  1   c29                  1
    x49       c33                  1   c57                  1
    x50       c13                  1   c30                  1
    x50       c34                  1   c58                  1
    x51       c13                  1   c31                  1
    x51       c35                  1   c59                  1
    x52       c13                  1   c32                  1
    x52       c36                  1   c60                  1
    x53       c14                  1   c29                  1
    x53       c37                  1   c57                  1
    x54       c14                  1   c30                  1
    x54       c38                  1   c58                  1
    x55       c14                  1   c31                  1
    x55       c39                  1   c59                  1
    x56       c14                  1   c32                  1
    x56       c40                  1   c60                  1
    x57       c15                  1   c29                  1
    x57       c41                  1   c61                  1
    x58       c15                  1   c30                  1
    x58       c42                  1   c62                  1
    x59       c15                  1   c31                  1
    x59       c43                  1   c63                  1
    x60       c15                  1   c32                  1
    x60       c44                  1   c64                  1
    x61       c16                  1   c29                  1
    x61       c45                  1   c61                  1
    x62       c16                  1   c30                  1
    x62       c46                  1   c62                  1
    x63       c16                  1   c31                  1
    x63       c47                  1   c63                  1
    x64       c16                  1   c32                  1
    x64       c48                  1   c64                  1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       c1                   1   c2                   1
    RHS       c3                   1   c4                   1
    RHS       c5                   1   c6                   1
    RHS       c7                   1   c8                   1
    RHS       c9                   1   c10                  1
    RHS       c11                  1   c12                  1
    RHS       c13                  1   c14                  1
    RHS       c15                  1   c16                  1
    RHS       c17                  1   c18                  1
    RHS       c19                  1   c20                  1
    RHS       c21                  1   c22                  1
    RHS       c23                  1   c24                  1
    RHS       c25                  1   c26                  1
    RHS       c27                  1   c28                  1
    RHS       c29                  1   c30                  1
    RHS       c31                  1   c32                  1
    RHS       c33                  1   c34                  1
    RHS       c35                  1   c36                  1
    RHS       c37                  1   c38                  1
    RHS       c39                  1   c40                  1
    RHS       c41                  1   c42                  1
    RHS       c43                  1   c44                  1
    RHS       c45                  1   c46                  1
    RHS       c47                  1   c48                  1
    RHS       c49                  1   c50                  1
    RHS       c51                  1   c52                  1
    RHS       c53                  1   c54                  1
    RHS       c55                  1   c56                  1
    RHS       c57                  1   c58                  1
    RHS       c59                  1   c60                  1
    RHS       c61                  1   c62                  1
    RHS       c63                  1   c64                  1
BOUNDS
 FX BND       x1                   1
 BV BND       x2
 BV BND       x3
 BV BND       x4
 BV BND       x5
 BV BND       x6
 BV BND       x7
 BV BND       x8
 BV BND       x9
 BV BND       x10
 BV BND       x11
 BV BND       x12
 BV BND       x13
 BV BND       x14
 BV BND       x15
 FX BND       x16                  1
 BV BND       x17
 BV BND       x18
 BV BND       x19
 BV BND       x20
 BV BND       x21
 BV BND       x22
 BV BND       x23
 BV BND       x24
 FX BND       x25                  1
 BV BND       x26
 BV BND       x27
 BV BND       x28
 BV BND       x29
 BV BND       x30
 BV BND       x31
 BV BND       x32
 BV BND       x33
 BV BND       x34
 BV BND       x35
 BV BND       x36
 FX BND       x37                  1
 BV BND       x38
 BV BND       x39
 BV BND       x40
 BV BND       x41
 BV BND       x42
 BV BND       x43
 BV BND       x44
 BV BND       x45
 BV BND       x46
 BV BND       x47
 BV BND       x48
 BV BND       x49
 BV BND       x50
 BV BND       x51
 FX BND       x52                  1
 BV BND       x53
 BV BND       x54
 BV BND       x55
 BV BND       x56
 BV BND       x57
 BV BND       x58
 BV BND       x59
 BV BND       x60
 FX BND       x61                  1
 BV BND       x62
 BV BND       x63
 BV BND       x64
ENDATA
