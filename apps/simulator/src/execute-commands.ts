import { setTimeout as after } from 'node:timers/promises'
import type { DownlinkMessage } from '@mimamori/contract'
import type { SimulatorClock } from './clock.ts'
import { chance } from './random.ts'
import { type Answer, type CommandChannel, TryLater } from './sender.ts'
import type { World } from './world.ts'

export type ExecuteOptions = {
  readonly world: Pick<World, 'batteryOf' | 'applyCommand'>
  readonly commands: CommandChannel
  readonly clock: SimulatorClock
  readonly seed: number
  readonly signal: AbortSignal
  /** Milliseconds a device takes over a command, for tests to shorten. */
  readonly workMs?: (command: DownlinkMessage) => number
}

// A cell that dies in the middle of a firmware update makes the terminal unusable, so makers require it to be over half full.
const leastBatteryForFirmware = 4
// Now and then a write to the device's memory fails, and more often what is long on the radio (project choice).
const failingShare = 0.03
const failingFirmwareShare = 0.12
const retryMs = 5_000

const updatesFirmware = ({ payload: { firmwareUpdate } }: DownlinkMessage): boolean =>
  firmwareUpdate !== undefined && firmwareUpdate !== '0'

/** A setting takes a moment, a firmware some ten seconds (project choice). */
const usualWorkMs =
  (seed: number) =>
  (command: DownlinkMessage): number => {
    const share = chance(seed, 'takes', command.device, command.id)
    return updatesFirmware(command) ? 8_000 + 12_000 * share : 600 + 2_000 * share
  }

const answerTo = (seed: number, command: DownlinkMessage, battery: number): Answer => {
  const { id, device } = command
  if (updatesFirmware(command) && battery < leastBatteryForFirmware)
    return {
      id,
      state: 'failed',
      error: `電池の残量が${battery}のため、ファームウェアを更新できません。充電してから、もう一度指示してください。`,
    }
  const draw = chance(seed, 'fails', device, id)
  if (updatesFirmware(command) && draw < failingFirmwareShare)
    return { id, state: 'failed', error: '受け取ったファームウェアが途中で壊れていました。' }
  if (draw < failingShare) return { id, state: 'failed', error: '設定を機器に書き込めませんでした。' }
  return { id, state: 'acknowledged' }
}

/**
 * Lets a site's devices carry out commands: each once, in the order of their numbers, with an answer each time one
 * comes. A device that is off receives nothing; the server sends the command again.
 */
export const executeCommands = ({ world, commands, clock, seed, signal, workMs = usualWorkMs(seed) }: ExecuteOptions): void => {
  /** The last answer of each device; commands before it are settled. */
  const answers = new Map<string, Answer>()
  const busy = new Set<string>()
  const pause = (ms: number) => after(ms, undefined, { signal, ref: false }).catch(() => undefined)

  const sendAnswer = async (answer: Answer): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await commands.answer(answer)
      } catch (error) {
        // The server refused the answer for good.
        if (!(error instanceof TryLater)) return
        await pause(retryMs)
      }
    }
  }

  const execute = async (command: DownlinkMessage): Promise<Answer | undefined> => {
    if (world.batteryOf(command, clock.now()) === undefined) return undefined
    await pause(workMs(command))
    const battery = world.batteryOf(command, clock.now())
    if (signal.aborted || battery === undefined) return undefined
    const answer = answerTo(seed, command, battery)
    if (answer.state === 'acknowledged') world.applyCommand(command, clock.now())
    return answer
  }

  commands.subscribe((command) => {
    const who = `${command.kind}/${command.device}`
    const last = answers.get(who)
    if (busy.has(who)) return
    if (last !== undefined && command.id <= last.id) {
      if (command.id === last.id) void sendAnswer(last)
      return
    }
    busy.add(who)
    void execute(command).then((answer) => {
      // The next command may come as soon as the answer has left.
      busy.delete(who)
      if (answer === undefined) return
      answers.set(who, answer)
      void sendAnswer(answer)
    })
  })
}
