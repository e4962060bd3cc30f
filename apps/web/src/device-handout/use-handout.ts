import type { SwapReason } from '@mimamori/contract/wear'
import { useRef, useState } from 'react'
import { confirm } from '../kit/dialogs.ts'
import { serverNow } from '../platform/clock.ts'
import type { DoneAction, HandoutActions } from './actions.ts'
import type { ShownDay } from './apply-unsent.ts'
import { findExact, isBelt, type Scanned, type ScannedDevice, type ScannedPerson } from './resolve-scan.ts'

export type Mode = 'give' | 'takeBack'

/** What was done last, for the card that says it. */
export type LastDone = DoneAction & {
  readonly kind: 'given' | 'takenBack'
  readonly serialNumber: string
  readonly person: ScannedPerson['person'] | undefined
  /** Epoch ms. */
  readonly at: number
}

/** So long it can be undone from the card. */
export const undoableMs = 10_000

/** Whether a tag may be taken from the person who wears it, which is asked. */
const mayTake = async (day: ShownDay, { device }: ScannedDevice, userId: number): Promise<'free' | 'replace' | 'no'> => {
  if (!device.isWorn || device.userId === userId) return 'free'
  const wearer = day.data.find((row) => row.userId === device.userId)
  const who = wearer === undefined ? 'ほかのグループの人' : `${wearer.fullName}さん`
  const body = `「${device.serialNumber}」は、${who}が着けています。渡すと、いまの人の着用は終わります。`
  return (await confirm({ body, verb: 'この人に渡す' })) ? 'replace' : 'no'
}

/** The two scans of a hand-out, or the one of a return, in whatever order they come. */
export const useHandout = (day: ShownDay, actions: HandoutActions) => {
  const [mode, setMode] = useState<Mode>('give')
  const [picked, setPicked] = useState<Scanned>()
  const [last, setLast] = useState<LastDone>()
  const isBusy = useRef(false)

  /** One at a time: a second scan while the first is on its way waits for nobody, it is a slip. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
    } finally {
      isBusy.current = false
    }
  }

  const give = (found: ScannedDevice, { person }: ScannedPerson, reason?: SwapReason): Promise<void> =>
    alone(async () => {
      const answer = await mayTake(day, found, person.userId)
      if (answer === 'no') return
      const done = await actions.handOut(found.device, person, { replace: answer === 'replace', reason })
      setPicked(undefined)
      if (done !== undefined) setLast({ ...done, kind: 'given', serialNumber: found.device.serialNumber, person, at: serverNow() })
    })

  const takeBack = ({ device }: ScannedDevice): Promise<void> =>
    alone(async () => {
      const person = day.data.find(({ userId }) => userId === device.userId)
      const done = await actions.takeBack(device, person)
      if (done !== undefined) setLast({ ...done, kind: 'takenBack', serialNumber: device.serialNumber, person, at: serverNow() })
    })

  const deviceOf = (serialNumber: string | null, belt: boolean): ScannedDevice[] =>
    day.devices
      .filter((device) => device.serialNumber === serialNumber && isBelt(device) === belt)
      .map((device) => ({ kind: 'device', device }))

  const pick = (found: Scanned): void => {
    if (mode === 'takeBack') {
      if (found.kind === 'device') return void takeBack(found)
      const { person } = found
      const worn = [
        ...(person.to === null ? deviceOf(person.serialNumber, false) : []),
        ...deviceOf(person.belt?.serialNumber ?? null, true),
      ]
      return void worn.reduce((before, one) => before.then(() => takeBack(one)), Promise.resolve())
    }
    // A belt that follows a tag at once is for the same person.
    const before = picked === undefined && last?.kind === 'given' && serverNow() - last.at < 6 * undoableMs ? last.person : undefined
    if (before !== undefined && found.kind === 'device' && isBelt(found.device)) return void give(found, { kind: 'person', person: before })
    if (picked?.kind === 'device' && found.kind === 'person') return void give(picked, found)
    if (picked?.kind === 'person' && found.kind === 'device') return void give(found, picked)
    setPicked(found)
  }

  /** What the camera or a scanner outside the field reads. @returns false where nothing has that number or code */
  const scan = (text: string): boolean => {
    const [only, ...others] = findExact(day, text)
    if (only === undefined || others.length > 0) return false
    pick(only)
    return true
  }

  return {
    mode,
    setMode: (next: Mode) => {
      setMode(next)
      setPicked(undefined)
    },
    picked,
    clear: () => setPicked(undefined),
    last,
    pick,
    scan,
    swap: give,
    undo: (done: LastDone) =>
      alone(async () => {
        setLast(undefined)
        await done.undo()
      }),
  }
}

export type Handout = ReturnType<typeof useHandout>
