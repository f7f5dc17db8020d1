package gophersat

var SkipUnderRaceDetector = skipUnderRaceDetector
