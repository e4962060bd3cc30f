import type { ReadingKind } from '@mimamori/contract/ingest'
import { screens } from '@mimamori/contract/screens'

type Named = { readonly kind: ReadingKind; readonly serialNumber: string }

// As the server does where it registers several at once: the first type of vital tag has small numbers only.
const typeOfVital = (serialNumber: string): '1' | '3' => (/^\d+$/.test(serialNumber) && Number(serialNumber) <= 32_767 ? '1' : '3')

/** The form that registers a device that sends already, with its site, its number and, where there are several, its type. */
export const registrationOf = ({ kind, serialNumber }: Named, officeId: number) => {
  const search = { OfficeId: officeId, SerialNumber: serialNumber }
  switch (kind) {
    case 'vital':
      return { to: screens.vitalDeviceCreate.path, search: { ...search, DeviceType: typeOfVital(serialNumber) } }
    case 'belt':
      return { to: screens.vitalDeviceCreate.path, search: { ...search, DeviceType: '2' } }
    case 'heat':
      return { to: screens.heatWatcherCreate.path, search }
    case 'gateway':
      return { to: screens.gatewayCreate.path, search }
    case 'barometer':
      return { to: screens.barometerCreate.path, search }
    default:
      return kind satisfies never
  }
}

/** Why a number cannot be registered as it is sent. */
export const wrongNumbers: Record<ReadingKind, string> = {
  vital: '登録できない番号です。16文字までの英数字と . _ - で、数字が要ります。',
  belt: '登録できない番号です。16文字までの英数字と . _ - にしてください。',
  heat: '登録できない番号です。6桁の数字で送ってください。',
  gateway: '登録できない番号です。20文字までの英数字と . _ - にしてください。',
  barometer: '登録できない番号です。20文字までの英数字と . _ - にしてください。',
}
