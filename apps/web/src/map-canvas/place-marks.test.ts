import { describe, expect, test } from 'vitest'
import { overlap } from './box-grid.ts'
import type { Mark } from './mark.ts'
import { placeMarks, type Room } from './place-marks.ts'

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

/** Where everything comes to stand, as boxes. */
const standing = (given: readonly Given[], room: Room | null = null) => {
  const boxes = given.map(located)
  return placeMarks(boxes, room, measure).map(({ mark, shift, plate }) => {
    const { x, y } = boxes.find((one) => one.mark === mark)!
    const own = { x: x + shift[0], y: y + shift[1], width: mark.width, height: mark.height }
    return { key: mark.key, own, plate: plate && { ...plate, x: own.x + plate.x, y: own.y + plate.y } }
  })
}

const pin = (key: string, x: number, y: number): Given => ({ key, x, y, width: 32, height: 32, rank: 0, givesWay: false })

describe('marks and their plates', () => {
  test('a worker stands beside the gateway, not on it', () => {
    const [one, gateway] = standing([pin('gateway', 100, 100), { key: 'worker', x: 100, y: 100 }])
    expect(one?.key).toBe('worker')
    expect(overlap(one!.own, gateway!.own)).toBe(false)
  })

  test('a worker who has a place of their own keeps it, even near a pin', () => {
    const [one] = standing([pin('gateway', 100, 100), { key: 'worker', x: 110, y: 100 }])
    expect(one?.own).toMatchObject({ x: 110, y: 100 })
  })

  test('at the edge of a drawing a name stands where it is not cut off, and so does who steps aside', () => {
    const room = { left: 0, top: 0, right: 400, bottom: 300 }
    const [alone] = standing([{ key: 'worker', x: 380, y: 100 }], room)
    expect(alone?.plate?.x).toBeLessThan(380)
    const [beside] = standing([pin('gateway', 385, 100), { key: 'worker', x: 385, y: 100 }], room)
    expect(beside?.own.x).toBeLessThan(385)
    // Where there is nowhere else, a name that sticks out is better than none.
    const [narrow] = standing([{ key: 'worker', x: 20, y: 15 }], { left: 0, top: 0, right: 40, bottom: 30 })
    expect(narrow?.plate).not.toBeNull()
  })

  test('no plate covers another one, nor any mark', () => {
    const crowd = Array.from({ length: 200 }, (_, at) => ({ key: `w${at}`, x: (at * 71) % 900, y: (at * 47) % 500, rank: at % 7 }))
    const all = standing(crowd)
    const plates = all.flatMap(({ plate }) => plate ?? [])
    expect(plates.length).toBeGreaterThan(10)
    for (const [at, plate] of plates.entries()) {
      for (const other of plates.slice(at + 1)) expect(overlap(plate, other)).toBe(false)
      for (const { own } of all) expect(overlap(plate, own)).toBe(false)
    }
  })

  test('where there is room for one name only, the most urgent has it', () => {
    const wall = [0, 1, 2, 3, 4].flatMap((row) => [
      pin(`a${row}`, 0, row * 30),
      pin(`b${row}`, 66, row * 30),
      pin(`c${row}`, 300, row * 30),
    ])
    const all = standing([...wall, { key: 'calm', x: 33, y: 60, rank: 1 }, { key: 'urgent', x: 100, y: 60, rank: 6 }])
    expect(all.find(({ key }) => key === 'urgent')?.plate).not.toBeNull()
    expect(all.find(({ key }) => key === 'calm')?.plate).toBeNull()
  })
})
