package gophersat

const RaceDetector = raceDetector
