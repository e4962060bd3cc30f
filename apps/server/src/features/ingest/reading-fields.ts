import { readingKinds, type ReadingKind, type readingNumbers } from '@mimamori/contract'

export type NumberField = keyof typeof readingNumbers

export const numberFields: Record<ReadingKind, readonly NumberField[]> = {
  vital: ['heartRate', 'battery', 'signal', 'latitude', 'longitude', 'accuracy', 'interval'],
  belt: ['hook', 'pressure', 'battery', 'slaveBattery', 'signal', 'latitude', 'longitude', 'accuracy', 'interval'],
  heat: ['wbgt', 'temperature', 'humidity', 'globe', 'windSpeed', 'solarRadiation', 'battery'],
  barometer: ['pressure', 'temperature', 'battery'],
  gateway: ['waveLevel', 'battery'],
}

// Only what is worn or moves about is reached over a gateway and has a call button.
export const isOnRadio: Record<ReadingKind, boolean> = { vital: true, belt: true, heat: false, barometer: false, gateway: false }

const ofEvery = ['kind', 'device', 'at']
const fieldsFor = (kind: ReadingKind): ReadonlySet<string> =>
  new Set([...ofEvery, ...(isOnRadio[kind] ? ['gateway', 'call', 'alarm'] : []), ...numberFields[kind]])

/** The fields that are read of each kind, in the contract's spelling. */
export const fieldsOf: Record<ReadingKind, ReadonlySet<string>> = {
  vital: fieldsFor('vital'),
  belt: fieldsFor('belt'),
  heat: fieldsFor('heat'),
  barometer: fieldsFor('barometer'),
  gateway: fieldsFor('gateway'),
}

/** The fields of all kinds. */
export const allFields: ReadonlySet<string> = new Set(readingKinds.flatMap((kind) => [...fieldsOf[kind]]))
