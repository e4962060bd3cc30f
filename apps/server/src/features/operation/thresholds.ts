// From when on a part counts as ill. Each is a choice of this project, with its reason in decisions/0162-ill-by-itself.md.
const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How often each process reports itself and looks whether alarms reach people. */
export const reportEveryMs = 15 * secondMs

/** A process that has not reported for so long does not run any more: a release or a restart takes less. */
export const silentProcessMs = 2 * minuteMs
/** One that ended without a word is mentioned so long, where others do its work. */
export const mentionedMs = hourMs
/** One that stopped in order and is not started again is mentioned from then on: what somebody does at a machine takes less. */
export const stoppedMs = 15 * minuteMs
/** It is forgotten after so long, unless it ended without a word and nobody does its work. */
export const missedMs = 24 * hourMs

/** Without a write for so long nobody is notified of an alarm: a standby takes over within half a minute. */
export const noWritesMs = 2 * minuteMs
/** Alerts for which nobody decided whom to notify: a turn takes seconds, and comes each second. */
export const undecidedMs = 3 * minuteMs
/** Without a way in over MQTT, where there was one: a broker that restarts is back within a minute, and gateways keep what they measured. */
export const noWayInMs = 5 * minuteMs
/** Alarms reach people again once nothing has held them up for so long. */
export const calmMs = 5 * minuteMs

/** Mails and pushes that wait: a summary or a report is not urgent, but after this long the way itself is at fault. */
export const waitingAttentionMs = 10 * minuteMs
export const waitingNeedsHandMs = 30 * minuteMs

/** So many mails in a row that everybody was refused are no matter of an address any more. */
export const refusedInRowNeedsHand = 3

/** What the database takes to answer the smallest question. */
export const slowAnswerMs = 200
export const tooSlowAnswerMs = 2 * secondMs
/** Each process writes every 15 s: three writes in a row were not taken. */
export const unwrittenNeedsHandMs = minuteMs
/** Of the connections that it allows. */
export const manyConnections = 0.8
export const tooManyConnections = 0.95

/** A clock this far from the database's. A reading is corrected from a minute on, and sessions and limits are judged by seconds. */
export const clockAttentionMs = 2 * secondMs
export const clockNeedsHandMs = 30 * secondMs

/** Programs that renew certificates do so 30 days before the end. */
export const certificateAttentionDays = 21
export const certificateNeedsHandDays = 7

/** Of the floor: time to make room before anything is refused, as on every screen. */
export const nearFloor = 2

/** A recurring job is late by three of its intervals, and these ms for one that comes each second. */
export const lateIntervals = 3
export const lateGraceMs = 2 * minuteMs
/** Turns that take long by nature: a backup, and the weekly restore of one. */
export const longTurnMs: Readonly<Record<string, number>> = { backup: 6 * hourMs }
/** One that fails each time may pass by itself; not after so long. */
export const failingNeedsHandMs = hourMs

/** The hour in Japan at which service administrators are mailed what needs a hand: before work begins on sites. */
export const dailyHour = 7
/** What needs a hand for so long is no passing moment, as after a restart. */
export const settledMs = 5 * minuteMs
/** The daily mail waits so long for what has just begun. */
export const waitForSettledMs = 30 * minuteMs
