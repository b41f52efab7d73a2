export { canonicalJson } from './documents/canonical-json.ts';
export type { JsonValue } from './documents/canonical-json.ts';
export { daysOfPaper } from './documents/paper-period.ts';
export { apartOf, endsNextDay, minuteOfClock, shiftMinutes, shiftPeriod, workHours } from './duty/shift-times.ts';
export type { ShiftClocks } from './duty/shift-times.ts';
export { isAtNight, shiftSlots, uncovered } from './duty/roster-places.ts';
export type { ShiftSlot, TimeSpan } from './duty/roster-places.ts';
export {
  ageText,
  isRealDay,
  nextBirthday,
  parseDay,
  unknownBirthday,
  wholeMonths,
  wholeYears,
} from './identity/age.ts';
export type { CalendarDay } from './identity/age.ts';
export { calledBySurname, surnameOf } from './identity/surname.ts';
export { certificateKind, checkCertificate } from './identity/certificate.ts';
export type { CertificateKind } from './identity/certificate.ts';
export { imeiCheckDigit, imeiWarning } from './identity/imei.ts';
export type { ImeiWarning } from './identity/imei.ts';
export { isMobile, parseMobile, parsePhone } from './identity/phone.ts';
export { checkResidentId, residentCheckCharacter, upgradeLegacyId } from './identity/resident-id.ts';
export { visibleLength } from './identity/visible-length.ts';
export type { IdCheck, IdProblem, ResidentIdOptions } from './identity/resident-id.ts';

export {
  addDays,
  addMonths,
  addYears,
  daysBetween,
  instantOf,
  isoWeek,
  localDay,
  localMonthStart,
  localTime,
  localWeekStart,
  startOfDay,
  weekStartOf,
  localMinute,
} from './time/calendar.ts';
export type { LocalTime } from './time/calendar.ts';
export { correctionOf, isSkewed, keptSkews, learnSkew, uncertaintyOf } from './time/clock-skew.ts';
export type { ClockSkew } from './time/clock-skew.ts';
export { parseInstant } from './time/parse-instant.ts';
export { ianaZone, windowsZone, zoneNames } from './time/zone-names.ts';
export { instantOfWall, isZone, zoneOffset } from './time/zone.ts';

export { catalogue, kindOf, metricOf, roundTo } from './measurement/catalogue.ts';
export { checkReading } from './measurement/check-reading.ts';
export type { ReadingCheck, ReadingValues } from './measurement/check-reading.ts';
export {
  bodyMassIndex,
  defaultMealTimes,
  deriveLipids,
  glucosePeriod,
  pressurePeriod,
  pulsePressure,
  waistHipRatio,
} from './measurement/derive.ts';
export type { DerivedLipids, GlucosePeriod, LipidPanel, MealTimes } from './measurement/derive.ts';
export { isMeasurementKind, measurementKinds } from './measurement/metric.ts';
export type { KindOfReading, MeasurementKind, Metric, Range } from './measurement/metric.ts';
export { gradePressure, pressureGradeNames } from './measurement/pressure-grade.ts';
export type {
  GradedPressure,
  PressureGrade,
  PressureGradeKind,
  PressureSetting,
} from './measurement/pressure-grade.ts';
export {
  cholesterolFromMgDl,
  glucoseFromMgDl,
  glucoseMeterEnd,
  triglyceridesFromMgDl,
  uricAcidFromMgDl,
} from './measurement/units.ts';
export type { MeterEnd } from './measurement/units.ts';

export { compileLimits, limitsKey, termsOf } from './judging/compile-limits.ts';
export type { CompiledTerm, ContextLimits, Limits, LimitsInput } from './judging/compile-limits.ts';
export { checkCondition, metricsOf } from './judging/condition-checks.ts';
export type { ConditionOwner, ConditionProblem, ConditionReason } from './judging/condition-problem.ts';
export { courseMetrics, coursesOfKind, eventFormOf, rhythmFlag } from './judging/condition-forms.ts';
export type { EventForm } from './judging/condition-forms.ts';
export { instrumentOf, isTrusted, needsNoConfirmation } from './judging/confirmation-needs.ts';
export type { Instrument, MeasuredBy } from './judging/confirmation-needs.ts';
export { effectiveLimits } from './judging/effective-view.ts';
export type { EffectiveLimit } from './judging/effective-view.ts';
export type { Finding } from './judging/finding.ts';
export { abnormalAreas } from './judging/abnormal-areas.ts';
export type { AbnormalArea, RangeEnd, ValueRange } from './judging/abnormal-areas.ts';
export { normalBands } from './judging/normal-bands.ts';
export type { NormalBand } from './judging/normal-bands.ts';
export { judge, storedResult } from './judging/judge.ts';
export type { Judgement, Quality } from './judging/judge.ts';
export type { NormalRange } from './judging/limit-text.ts';
export { platformRules, wantsCheck } from './judging/platform-rules.ts';
export { repeatMinutesByLevel } from './judging/platform-row.ts';
export { concerns, profileOn } from './judging/population.ts';
export type { JudgedPerson, Profile } from './judging/population.ts';
export { contextIndex, contextsOf } from './judging/reading-context.ts';
export type { Circumstances, ReadingContext } from './judging/reading-context.ts';
export { judgesReadings } from './judging/resolve.ts';
export type { EffectiveTerm } from './judging/resolve.ts';
export { checkRuleFloor, checkRuleOrder } from './judging/rule-checks.ts';
export type { FloorInput, RuleProblem } from './judging/rule-checks.ts';
export { ruleMark } from './judging/rule-mark.ts';
export { isBenchable, judgesSilence, standingOf, withProposed } from './judging/rule-trial.ts';
export type { RuleStanding, TriedRule } from './judging/rule-trial.ts';
export type { MarkedRule, RuleMark } from './judging/rule-mark.ts';
export { checkRuleShape, editableLimits, withLimit } from './judging/rule-shape.ts';
export type { ShapeProblem } from './judging/rule-shape.ts';
export type {
  AbnormalRule,
  BodyState,
  Condition,
  EventCondition,
  HistoryCondition,
  LimitValue,
  Operator,
  Term,
} from './judging/rule.ts';
export type { Sample } from './judging/sample.ts';
export {
  abnormalTypeOf,
  caseTypeOf,
  abnormalTypes,
  ageGroupOf,
  ageGroups,
  highestLevelOf,
  levelNames,
  readingKindOf,
  ruleTags,
} from './judging/vocabulary.ts';
export type {
  AbnormalType,
  AgeGroup,
  AlarmLevel,
  Direction,
  EventKind,
  Level,
  RuleKind,
  RuleTag,
  ScopeType,
} from './judging/vocabulary.ts';

export { baselineCode, baselineKinds, baselineLeft, leavesBaseline } from './judging/baseline.ts';
export type { BaselineKind, BaselineLeft } from './judging/baseline.ts';
export {
  courseValue,
  daysLookedAt,
  describeCourse,
  historyConfirmed,
  historyMet,
  isNightJudged,
  median,
} from './judging/history.ts';
export type { CoursePoint, TimedPoint } from './judging/history.ts';
export type { CaseNeeds, Need } from './judging/margins.ts';

export { advance, advanceAll } from './cases/advance.ts';
export { bookDepth, emptyBook } from './cases/case-book.ts';
export type {
  Advance,
  CaseBook,
  CaseState,
  CaseStep,
  CheckCase,
  ClosedCase,
  EndedCase,
  Notice,
  OpenCase,
  RunStart,
  Waiting,
} from './cases/case-book.ts';
export { caseReading } from './cases/case-reading.ts';
export type { CaseReading, ReadingInput } from './cases/case-reading.ts';
export { DeferredReading, quietRangesOf } from './cases/deferred-reading.ts';
export {
  callOutcomes,
  caseDeeds,
  caseStates,
  claimMinutes,
  handleTypes,
  isProofOfContact,
  mayBatchHandle,
  mayRecover,
  missingNeeds,
} from './cases/case-state.ts';
export type { CaseDeed, CaseMove, CaseNeed, HandleType } from './cases/case-state.ts';
export { answerSilence, checkDueAt, checkSilence, riseCheck } from './cases/check-case.ts';
export type { CheckOutcome } from './cases/check-case.ts';
export { combinationRules, raiseForSymptom } from './cases/combination.ts';
export type { CombinationPart, CombinationRule } from './cases/combination.ts';
export { twinMark } from './cases/twin-mark.ts';
export type { ReadingOrigin, TwinMark } from './cases/twin-mark.ts';
export { twinMs, withoutTwins } from './cases/twins.ts';
export { answerMinutes, isToldAlready, unanswered } from './cases/unanswered.ts';
export type { Unanswered } from './cases/unanswered.ts';
export { confirmLevel } from './cases/confirm.ts';
export type { Confirmation } from './cases/confirm.ts';
export { correctCases, correctedMark } from './cases/corrected.ts';
export type { Correction, CorrectionInput, QuestionedCase, ReplacedReading } from './cases/corrected.ts';
export { afterHold, heldAt, holdFault, holdHours, isCovered } from './cases/hold.ts';
export { isLate, isPast, noticeFor, sosLateness } from './cases/notice.ts';
export { isSupported, reconcile, takesFrom } from './cases/reconcile.ts';
export type { PastCase, Repairs, StoredCase } from './cases/reconcile.ts';
export { casesOf, casesOfReadings, continueRun, replayReadings } from './cases/replay.ts';
export type { CaseRun, ReplayDelta, ReplayedCase, ReplayInput, StaffClosing } from './cases/replay.ts';
export { restoreBook, restorePeak } from './cases/restore.ts';
export type { StoredBook, StoredPeak } from './cases/restore.ts';
export { retestFor } from './cases/retest.ts';
export type { Retest } from './cases/retest.ts';
export {
  batteryLevel,
  chargingHours,
  intervalsOfSilence,
  longestSilence,
  parseQuietHours,
  quietUntil,
  silenceAt,
  silenceDues,
  stillness,
  stillnessDue,
} from './cases/silence.ts';
export { isStorm, leastOfStorm } from './cases/storm.ts';
export type { QuietHours, SilenceDue, SilenceInput, SilenceState, StillnessInput } from './cases/silence.ts';
export { samplingMinutes } from './cases/sampling.ts';
export type { SamplingPlan } from './cases/sampling.ts';
export { byMeasurement, isBehindCase, isLinked, mayChangeCases, takeReadings } from './cases/take.ts';
export type { FreshReadings } from './cases/take.ts';

export {
  climbsAt,
  dueAfterRelease,
  dueAfterSilentRise,
  firstRungAt,
  isProven,
  ladderOf,
  next as nextRung,
  nextEarly,
  runStartOf,
  unseenLimit,
} from './ladder/ladder.ts';
export type { LadderCase, Proof, Rung } from './ladder/ladder.ts';
export { alarmChannels, alarmReceivers, policyFor, policyProblems, rungAt, rungs } from './ladder/policy.ts';
export type {
  AlarmChannel,
  AlarmKind,
  AlarmPolicy,
  AlarmReceiver,
  AlarmRung,
  PolicyProblem,
  StoredPolicy,
} from './ladder/policy.ts';

export { clusterPoints } from './geo/cluster.ts';
export type { Bounds, Cluster } from './geo/cluster.ts';
export { bdToGcj, convert, gcjToBd, gcjToWgs, isInShiftedBox, wgsToGcj } from './geo/datum.ts';
export type { Datum, Point } from './geo/datum.ts';
export { haversine } from './geo/distance.ts';
export { simplify } from './geo/simplify.ts';
export type { Stay } from './geo/stay-points.ts';
export { rawTrackOf, trackOf } from './geo/track.ts';
export type { Track, TrackOptions, TrackPoint, TrackSegment } from './geo/track.ts';
export type { Fix } from './geo/track-fix.ts';

export { daySteps } from './steps/day-steps.ts';

export * from './money/index.ts';
export { halfWidth, hasDecimals, typedNumber } from './numbers/index.ts';

export { newsAt, newsMinAge, newsUnfit, newsWindowHours } from './early-warning/in-window.ts';
export type { NewsReading, NewsUnfit } from './early-warning/in-window.ts';
export { newsBands, newsParts, newsScore } from './early-warning/news2.ts';
export type { NewsBand, NewsObservations, NewsPart, NewsPoints, NewsScore, Spo2Scale } from './early-warning/news2.ts';

export {
  dippingClasses,
  dippingOf,
  leastReadings,
  meanLimits,
  pressureMeans,
  recordingStart,
} from './night/pressure-means.ts';
export type {
  Dipping,
  NightFall,
  PressureMean,
  PressurePoint,
  PressureRecording,
  RecordedSleep,
  RecordingPart,
} from './night/pressure-means.ts';
export { checkFactRule, factRuleText, factSigns, meetsRule, signsOf, takesValue } from './facts/fact-rule.ts';
export type { FactRule, FactRuleFault, FactSign, FactTerm } from './facts/fact-rule.ts';
export { factKeys, factKinds } from './facts/facts.ts';
export type { Fact, FactKey, FactKind, Facts, FactValue } from './facts/facts.ts';
