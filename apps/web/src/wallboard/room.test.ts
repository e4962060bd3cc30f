import { expect, test } from 'vitest'
import { frameFor, linesIn, namesIn, seatsIn } from './room.ts'

test.each([
  [1_920, 1_080, 'wide', 1, false],
  [3_840, 2_160, 'wide', 2, false],
  [1_440, 900, 'wide', 0.75, false],
  [1_080, 1_920, 'tall', 1, false],
  [375, 812, 'tall', 0.58, true],
])('a window of %i × %i is %s with units of %d pixels', (width, height, shape, unit, narrow) => {
  expect(frameFor({ width, height })).toEqual({ shape, unit, narrow })
})

const place = { width: 1_266, height: 790 }

test('one emergency takes the whole width and leaves the others their seats', () => {
  expect(seatsIn(place, 1, 8)).toEqual({ columns: 2, emergencies: 1, people: 8, dense: false })
})

test('where more need help than have a seat they sit closer, and who has none is counted in the last one', () => {
  expect(seatsIn(place, 0, 10)).toMatchObject({ people: 10, dense: false })
  expect(seatsIn(place, 0, 12)).toMatchObject({ people: 12, dense: true })
  expect(seatsIn(place, 0, 13)).toMatchObject({ people: 11, dense: true })
  expect(seatsIn(place, 1, 11)).toMatchObject({ people: 7, dense: false })
  expect(seatsIn(place, 1, 30)).toMatchObject({ people: 7 })
  expect(seatsIn({ width: 400, height: 100 }, 0, 3)).toMatchObject({ columns: 1, people: 0 })
})

test('emergencies are one below the other, and never take the last row from everybody else', () => {
  expect(seatsIn(place, 2, 0)).toMatchObject({ emergencies: 2, people: 0 })
  expect(seatsIn(place, 40, 0)).toMatchObject({ emergencies: 5 })
  expect(seatsIn(place, 40, 5)).toMatchObject({ emergencies: 3, people: 1 })
})

test('as many silent names are shown as fit, the rest are counted', () => {
  const names = ['正門', '高橋', 'B工区 屋上']
  expect(namesIn({ count: 3, names }, 500)).toBe('正門、高橋、B工区 屋上')
  expect(namesIn({ count: 4, names }, 220)).toBe('正門、高橋 ほか1')
  expect(namesIn({ count: 3, names }, 20)).toBe('')
  expect(namesIn({ count: 240, names: Array.from({ length: 100 }, () => '山') }, 200)).toBe('山、山 ほか238')
})

test('watchers are in lines, in two columns where there is room', () => {
  expect(linesIn({ width: 506, height: 300 }, 5)).toBe(5)
  expect(linesIn({ width: 506, height: 300 }, 6)).toBe(4)
  expect(linesIn({ width: 1_000, height: 120 }, 6)).toBe(3)
})
