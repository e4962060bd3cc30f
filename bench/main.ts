import { measureAlarm } from './alarm.ts'
import { measureAlertsAlone } from './alerts.ts'
import { attempt, reportFailures } from './attempt.ts'
import { measureBackup } from './backup.ts'
import { measureCluster } from './cluster.ts'
import { measureConsoles } from './consoles.ts'
import { measureExport } from './export.ts'
import { measureFairAlone } from './fair.ts'
import { reportJudgement } from './judgement.ts'
import { measureLists } from './lists/measure.ts'
import { measureMapCanvas } from './map-canvas.ts'
import { measureOneMachine } from './one-machine.ts'
import { measurePhone } from './phone.ts'
import { measurePlan } from './plan.ts'
import { measureSeen } from './seen.ts'
import { measureSizes } from './sizes.ts'

/**
 * The benchmarks: `npm run bench`, or some of them by name, `npm run bench -- sizes`. One JSON line a figure; where a part fails, one
 * line that says why, the others run all the same, and the last lines name what failed.
 */
const parts: Record<string, () => void | Promise<void>> = {
  judgement: reportJudgement,
  'one-machine': measureOneMachine,
  'map-canvas': measureMapCanvas,
  phone: measurePhone,
  consoles: measureConsoles,
  plan: measurePlan,
  seen: measureSeen,
  alarm: measureAlarm,
  sizes: measureSizes,
}

/** Those that need something that not every machine has, or many minutes, or are measured by another part too; they run by name only. */
const partsByName: typeof parts = {
  alerts: measureAlertsAlone,
  backup: measureBackup,
  cluster: measureCluster,
  export: measureExport,
  fair: measureFairAlone,
  lists: measureLists,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)
const unknown = chosen.find((name) => !(name in parts || name in partsByName))
if (unknown !== undefined) throw new Error(`no such part: ${unknown}; there are ${Object.keys({ ...parts, ...partsByName }).join(', ')}`)
for (const name of chosen) await attempt(name, () => (parts[name] ?? partsByName[name])?.())
reportFailures()
