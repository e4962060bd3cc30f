import type { ReactNode } from 'react'
import { deviceShapes, type DeviceWord } from '../marks/device-shapes.ts'
import { onScreen, type Scale } from './board.ts'
import { clusterOf, mergeCovered } from './cluster.ts'
import { deviceClusterSprite, deviceClusterWidth, deviceSprite, sizes } from './mark-drawings.ts'
import type { Coordinate, Spot } from './map-geometry.ts'
import type { Mark } from './mark.ts'

export type CanvasDevice = {
  /** 'gateway/GW-01' */
  readonly key: string
  readonly word: DeviceWord
  readonly name: string
  readonly spot: Spot
  /** What it measures, shown instead of its name; null shows the name. */
  readonly value?: string | null
  /** Shown while it is selected; null shows nothing. */
  readonly description: ReactNode
}

/** A device with the mark it has where nothing else is near it. */
export type Pin = { readonly device: CanvasDevice; readonly mark: Mark }

/** What was asked to be seen has its place before the names of all but those in an emergency. */
const rankOfValue = 5.5

const plateOf = ({ name, value = null }: CanvasDevice, labels: boolean): Mark['plate'] => {
  const common = { isFilled: false, missing: null }
  if (value !== null) return { ...common, text: value, font: 'name', rank: rankOfValue }
  return labels ? { ...common, text: name, font: 'id' } : null
}

type DrawState = { readonly at: Coordinate; readonly isSelected: boolean; readonly labels: boolean }

/** The pin of one device. */
export const markOf = (device: CanvasDevice, { at, isSelected, labels }: DrawState): Mark => ({
  key: device.key,
  at,
  width: sizes.device,
  height: sizes.device,
  rank: isSelected ? 0.5 : 0,
  givesWay: false,
  plate: plateOf(device, labels),
  name: `${deviceShapes[device.word].name}　${device.name}${device.value == null ? '' : `　${device.value}`}`,
  isSelected,
  draw: (sprites) => deviceSprite(sprites, device.word, isSelected),
})

/** Closer than this, in CSS pixels, pins would cover each other. */
const reach = sizes.device - 4

/** Which pins gather at a scale: those that would cover each other. The selected one is always drawn alone. */
export const deviceGroups = (pins: readonly Pin[], scale: Scale): readonly (readonly Pin[])[] => {
  const located = pins.map((pin) => ({ pin, ...onScreen(pin.mark.at, scale) }))
  const boxOf = (group: Readonly<typeof located>) => {
    const { x, y } = group[0] ?? { x: 0, y: 0 }
    const width = group.length > 1 ? deviceClusterWidth(group.length) : reach
    return { x, y, width, height: reach }
  }
  const gathered = mergeCovered(
    clusterOf(
      located.filter(({ pin }) => !pin.mark.isSelected),
      reach,
    ),
    boxOf,
  )
  const alone = located.filter(({ pin }) => pin.mark.isSelected).map((one) => [one])
  return [...gathered, ...alone].map((group) => group.map(({ pin }) => pin))
}

/** What a group is known by: the same for the same first device. */
export const keyOfGroup = ([first]: readonly Pin[]): string => `devices/${first?.device.key ?? ''}`

const mostNamed = 3

/** Of several values the highest, since heat is what one looks for. */
const highestPlate = (group: readonly Pin[]): Mark['plate'] =>
  group
    .filter(({ device }) => device.value != null)
    .toSorted((one, other) => Number.parseFloat(other.device.value ?? '') - Number.parseFloat(one.device.value ?? ''))[0]?.mark.plate ??
  null

/** The mark of a group of pins: the pin itself where it is one; undefined for none. */
export const markOfGroup = (group: readonly Pin[], opened: string | null): Mark | undefined => {
  const [first] = group
  if (first === undefined || group.length === 1) return first?.mark
  const key = keyOfGroup(group)
  const isSelected = key === opened
  const names = group.slice(0, mostNamed).map(({ device }) => device.name)
  return {
    ...first.mark,
    key,
    width: deviceClusterWidth(group.length),
    plate: highestPlate(group),
    name: `機器${group.length}台　${names.join('、')}${group.length > mostNamed ? 'ほか' : ''}`,
    isSelected,
    draw: (sprites) => deviceClusterSprite(sprites, group.length, { isSelected, isCovered: false }),
    drawCovered: (sprites) => deviceClusterSprite(sprites, group.length, { isSelected, isCovered: true }),
  }
}
