/** A kind of device as maps show it; the gateways are two kinds of it. */
export type DeviceWord = 'heat' | 'main' | 'sub' | 'barometer'

export const deviceWords = ['heat', 'main', 'sub', 'barometer'] as const satisfies readonly DeviceWord[]

type DeviceShape = {
  readonly character: string
  readonly name: string
  /** The outline in a square of 32. */
  readonly outline: string
  /** Its lower end in the kind's own hue. */
  readonly foot: string
  /** The middle of the character, from above. */
  readonly characterY: number
}

/** A shape and a character for each kind of device: drop, house, capsule, dome. The hue is nothing but its foot. */
export const deviceShapes: Record<DeviceWord, DeviceShape> = {
  heat: {
    character: '暑',
    name: '暑さ指数計',
    outline: 'M16 1.5C19.5 6.6 26.8 12 26.8 19.2A10.8 10.8 0 0 1 5.2 19.2C5.2 12 12.5 6.6 16 1.5Z',
    foot: 'M6.9 25.2H25.1A10.8 10.8 0 0 1 6.9 25.2Z',
    characterY: 18.4,
  },
  main: {
    character: '親',
    name: '親機',
    outline: 'M16 2.2L28.5 11V29H3.5V11Z',
    foot: 'M3.5 25H28.5V29H3.5Z',
    characterY: 17.6,
  },
  sub: {
    character: '子',
    name: '子機',
    outline: 'M10.5 5.5H21.5A10.5 10.5 0 0 1 21.5 26.5H10.5A10.5 10.5 0 0 1 10.5 5.5Z',
    foot: 'M5.2 23H26.8A10.5 10.5 0 0 1 21.5 26.5H10.5A10.5 10.5 0 0 1 5.2 23Z',
    characterY: 14.9,
  },
  barometer: {
    character: '基',
    name: '気圧基準器',
    outline: 'M3.5 29V16A12.5 12.5 0 0 1 28.5 16V29Z',
    foot: 'M3.5 25H28.5V29H3.5Z',
    characterY: 16.4,
  },
}
