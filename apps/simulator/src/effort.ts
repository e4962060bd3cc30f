import { smoothNoise } from './random.ts'
import type { Physiology } from './physiology.ts'
import type { Activity } from './schedule.ts'
import type { SiteTime } from './site-clock.ts'

// Metabolic rates of ISO 8996, W: sitting at rest, standing and listening, light tidying, walking slowly.
const sittingWatts = 120
const standingWatts = 150
const tidyingWatts = 190
// A bout of work, a breather and the next: project choice, about nine minutes from one to the other.
const boutMinutes = 4.5

/**
 * What somebody's activity asks of the body, W. Work comes in bouts: half to one and a half of its class's mean rate,
 * with climbing between levels as the hardest part.
 *
 * @param climbing whether the work is at height, reached on foot.
 */
export const effortWatts = (
  seed: number,
  who: string,
  physiology: Physiology,
  activity: Activity,
  climbing: boolean,
  time: SiteTime,
): number => {
  switch (activity) {
    case 'away':
    case 'lunch':
    case 'break':
      return sittingWatts
    case 'assembly':
      return standingWatts
    case 'cleanup':
      return tidyingWatts
    case 'work': {
      const minutes = time.day * 1_440 + time.minute
      const bout = 1 + 0.5 * smoothNoise(seed, `bout ${who}`, minutes / boutMinutes)
      const climb = climbing ? 40 * Math.max(0, smoothNoise(seed, `climb ${who}`, minutes / 7)) : 0
      return physiology.workWatts * bout + climb
    }
    default:
      return activity satisfies never
  }
}
