export { createClock, type SimulatorClock } from './clock.ts'
export { pastReadings, type PastBatch } from './history.ts'
export { createHttpSender } from './http-sender.ts'
export { createMqttSender } from './mqtt-sender.ts'
export { runLive } from './run-live.ts'
export {
  type CastRole,
  type Exposure,
  type Place,
  readScenario,
  type Scenario,
  type ScenarioBarometer,
  type ScenarioGateway,
  type ScenarioPerson,
  type ScenarioWatcher,
} from './scenario.ts'
export { readKey, type Sender } from './sender.ts'
export { dayMs, minuteMs, realTimeOf, shiftFor } from './site-clock.ts'
export { createUplink, type Uplink, type UplinkCounts } from './uplink.ts'
export { createWorld, type World } from './world.ts'
