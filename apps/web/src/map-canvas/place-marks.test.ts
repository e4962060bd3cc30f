import { describe, expect, test } from 'vitest'
import { overlap } from './box-grid.ts'
import type { Box, Mark } from './mark.ts'
import { placeMarks } from './place-marks.ts'
import type { Room } from './room.ts'

const measure = (_: string, text: string) => text.length * 13

type Given = Partial<Mark> & { readonly key: string; readonly x: number; readonly y: number }

const located = ({ x, y, ...more }: Given) => ({
  x,
  y,
  mark: {
    at: [x, y] as [number, number],
    width: 26,
    height: 26,
    rank: 2,
    givesWay: true,
    plate: { text: '作業者　一郎', font: 'name', isFilled: false, missing: null },
    name: more.key,
    isSelected: false,
    draw: () => {
      throw new Error('nothing is drawn here')
    },
    ...more,
  } as Mark,
})

/** Where everything is drawn, as boxes. */
const drawnBoxes = (given: readonly Given[], room: Room | null = null) => {
  const boxes = given.map(located)
  return placeMarks(boxes, room, measure).map(({ mark, shift, plate }) => {
    const { x, y } = boxes.find((one) => one.mark === mark)!
    const own = { x: x + shift[0], y: y + shift[1], width: mark.width, height: mark.height }
    return { key: mark.key, own, plate: plate && { ...plate, x: own.x + plate.x, y: own.y + plate.y } }
  })
}

const pin = (key: string, x: number, y: number): Given => ({ key, x, y, width: 32, height: 32, rank: 0, givesWay: false })

describe('marks and their plates', () => {
  test('a worker is drawn beside the gateway, not on it', () => {
    const [one, gateway] = drawnBoxes([pin('gateway', 100, 100), { key: 'worker', x: 100, y: 100 }])
    expect(one?.key).toBe('worker')
    expect(overlap(one!.own, gateway!.own)).toBe(false)
  })

  test('a worker who has a place of their own keeps it, and steps no farther from a pin than not to cover it', () => {
    const [near] = drawnBoxes([pin('gateway', 100, 100), { key: 'worker', x: 130, y: 100 }])
    expect(near?.own).toMatchObject({ x: 130, y: 100 })
    const [over, gateway] = drawnBoxes([pin('gateway', 100, 100), { key: 'worker', x: 115, y: 110 }])
    expect(overlap(over!.own, gateway!.own)).toBe(false)
    expect(Math.hypot(over!.own.x - 115, over!.own.y - 110)).toBeLessThan(21)
  })

  test('without a free place the worse lies on top, each at their own place', () => {
    const wall = Array.from({ length: 64 }, (_, at) => pin(`pin${at}`, (at % 8) * 30, Math.floor(at / 8) * 30))
    const all = drawnBoxes([...wall, { key: 'worker', x: 105, y: 112 }])
    expect(all[0]).toMatchObject({ key: 'worker', own: { x: 105, y: 112 } })
  })

  const room: Room = { left: 0, top: 0, right: 400, bottom: 300, covered: [{ x: 380, y: 40, width: 40, height: 80 }] }
  const isWhole = ({ x, y, width, height }: Box) =>
    x - width / 2 >= 0 && x + width / 2 <= 400 && y - height / 2 >= 0 && y + height / 2 <= 300

  test('at the edge a name is drawn where it is not cut off, and so is a mark that moves aside', () => {
    const [alone] = drawnBoxes([{ key: 'worker', x: 380, y: 100 }], room)
    expect(alone?.plate?.x).toBeLessThan(380)
    const [beside] = drawnBoxes([pin('gateway', 385, 100), { key: 'worker', x: 385, y: 100 }], room)
    expect(beside?.own.x).toBeLessThan(385)
  })

  const urgent = { text: '佐々木　隆 緊急 ほか3人', font: 'urgent', isFilled: true, missing: null } as const

  test('a mark with its place in the frame is drawn whole; one outside the frame is not drawn into it', () => {
    const [edge, out] = drawnBoxes(
      [
        { key: 'edge', x: 398, y: 200, width: 71, height: 44, rank: 6 },
        { key: 'out', x: 410, y: 250, width: 71 },
      ],
      room,
    )
    expect(isWhole(edge!.own)).toBe(true)
    expect(out?.own.x).toBe(410)
  })

  test('a name too long for either side is held inside, an emergency among them', () => {
    const [one] = drawnBoxes([{ key: 'worker', x: 60, y: 15, plate: { ...urgent, text: '東側 外部足場 4段目 資材置場 詰所前' } }], {
      ...room,
      right: 330,
    })
    expect(one?.plate && isWhole(one.plate)).toBe(true)
    expect(overlap(one!.plate!, one!.own)).toBe(false)
  })

  test('where there is no room at all, an emergency alone keeps its name', () => {
    const slit: Room = { left: 0, top: 0, right: 40, bottom: 30, covered: [] }
    expect(drawnBoxes([{ key: 'worker', x: 20, y: 15, plate: urgent }], slit)[0]?.plate).not.toBeNull()
    expect(drawnBoxes([{ key: 'worker', x: 20, y: 15 }], slit)[0]?.plate).toBeNull()
  })

  test('nobody and no name is hidden under the buttons over the map', () => {
    const [hidden] = drawnBoxes([{ key: 'worker', x: 370, y: 60 }], room)
    expect(overlap(hidden!.own, room.covered[0]!)).toBe(false)
    const [below] = drawnBoxes([{ key: 'worker', x: 345, y: 60 }], room)
    expect(overlap(below!.plate!, room.covered[0]!)).toBe(false)
  })

  test('what is measured finds its place before the names of those who are safe', () => {
    const value = { text: '31.5℃', font: 'name', isFilled: false, missing: null, rank: 5.5 } as const
    const around = [-60, 60].flatMap((y) => [-70, 0, 70].map((x): Given => ({ key: `w${x}${y}`, x: 200 + x, y: 150 + y, rank: 1 })))
    const all = drawnBoxes([{ ...pin('watcher', 200, 150), plate: value }, ...around])
    expect(all.find(({ key }) => key === 'watcher')?.plate).toMatchObject({ y: 150 })
  })

  test('no plate covers another one, nor any mark; but names of those in danger lie over those who are not, if need be', () => {
    const crowd = Array.from({ length: 200 }, (_, at) => ({ key: `w${at}`, x: (at * 71) % 900, y: (at * 47) % 500, rank: at % 7 }))
    const all = drawnBoxes(crowd).map((one) => ({ ...one, isDanger: Number(one.key.slice(1)) % 7 >= 5 }))
    const plates = all.flatMap(({ plate, isDanger }) => (plate === null ? [] : [{ plate, isDanger }]))
    expect(plates.length).toBeGreaterThan(10)
    for (const [at, { plate, isDanger }] of plates.entries()) {
      for (const other of plates.slice(at + 1)) if (other.isDanger === isDanger) expect(overlap(plate, other.plate)).toBe(false)
      for (const { own, isDanger: isOther } of all) if (!isDanger || isOther) expect(overlap(plate, own)).toBe(false)
    }
  })

  test('a mark under another one, or under the name of somebody in danger, is known as covered, since half a number is a wrong one', () => {
    const isCovered = (given: readonly Given[]) =>
      Object.fromEntries(placeMarks(given.map(located), null, measure).map((one) => [one.mark.key, one.isCovered]))
    const beside: Given = { key: 'beside', x: 400, y: 100, width: 80, givesWay: false }
    const atGateway = (key: string, x: number, rank: number): Given => ({ key, x, y: 100, width: 80, rank, givesWay: false })
    expect(isCovered([atGateway('worst', 100, 4), atGateway('other', 150, 2), beside])).toEqual({
      worst: false,
      other: true,
      beside: false,
    })
    const walls = Array.from({ length: 100 }, (_, at) => pin(`pin${at}`, (at % 10) * 33, Math.floor(at / 10) * 33))
    const crowded = isCovered([...walls, { key: 'worker', x: 150, y: 150, rank: 6, plate: urgent }])
    expect(crowded['worker']).toBe(false)
    expect(Object.values(crowded).filter(Boolean).length).toBeGreaterThan(3)
  })

  test('in the middle of a wall of pins people in danger keep their names, and nobody else does', () => {
    const wall = Array.from({ length: 100 }, (_, at) => pin(`pin${at}`, (at % 10) * 33, Math.floor(at / 10) * 33))
    const among = (rank: number) => drawnBoxes([...wall, { key: 'worker', x: 150, y: 150, rank }]).find(({ key }) => key === 'worker')
    expect(among(5)?.plate).not.toBeNull()
    expect(among(4)?.plate).toBeNull()
  })

  test('where there is room for one name only, the most urgent has it', () => {
    const wall = [0, 1, 2, 3, 4].flatMap((row) => [
      pin(`a${row}`, 0, row * 30),
      pin(`b${row}`, 66, row * 30),
      pin(`c${row}`, 300, row * 30),
    ])
    const all = drawnBoxes([...wall, { key: 'calm', x: 33, y: 60, rank: 1 }, { key: 'urgent', x: 100, y: 60, rank: 6 }])
    expect(all.find(({ key }) => key === 'urgent')?.plate).not.toBeNull()
    expect(all.find(({ key }) => key === 'calm')?.plate).toBeNull()
  })
})
