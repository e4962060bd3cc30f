import { CLOCK_TOLERANCE_MS, clockErrorMs, isClockWrong } from '@mimamori/heat'
import type { EpisodeSegment } from '../../alerts/episodes/episode-log.ts'
import type { ClockChange } from './clocks.ts'

const minuteMs = 60_000

/** What a closer look at a device's clock does to its episode (時計ずれ): opens, changes its size, or ends it. */
const segmentOf = (companyId: number, { device, before, after, receivedAt }: ClockChange): EpisodeSegment | null => {
  const [wasWrong, isWrong] = [isClockWrong(before), isClockWrong(after)]
  const errorMs = clockErrorMs(after)
  if (wasWrong === isWrong && (!isWrong || Math.abs(errorMs - clockErrorMs(before)) <= CLOCK_TOLERANCE_MS)) return null
  const reason = { kind: 'clock', limit: 0, minutes: Math.round(errorMs / minuteMs), device: device.serial }
  const values = { level: null, heartRate: null, excess: null, wbgt: null, heatDeviceId: null, gatewayId: null }
  return {
    subject: { kind: 'clock', companyId, officeId: device.office_id, userId: null, deviceId: device.device_id },
    opened: !wasWrong,
    moments: isWrong ? [{ ...values, at: receivedAt, reason }] : [],
    endedAt: isWrong ? null : receivedAt,
    ending: isWrong ? null : 'recovered',
    late: false,
  }
}

/** What a batch does to the episodes of its devices' clocks. */
export const clockSegments = (companyId: number, clocks: readonly ClockChange[]): EpisodeSegment[] =>
  clocks.map((change) => segmentOf(companyId, change)).filter((segment) => segment !== null)
