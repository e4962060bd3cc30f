import { readingKinds, type ReadingKind } from '@mimamori/contract/ingest'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { useRouter } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { notify } from '../kit/notify.ts'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { registrationOf } from '../organisation/devices/registration.ts'
import { keyOfDevice, serialOfDevEui } from './device-choices.ts'
import type { DeviceActions } from './use-device-actions.ts'

// What is bought with LoRaWAN is mostly a meter.
const kinds: readonly ReadingKind[] = ['heat', ...readingKinds.filter((kind) => kind !== 'heat')]

type Named = { readonly kind: ReadingKind; readonly serialNumber: string }

type Props = {
  readonly officeId: number
  readonly devEui: string
} & (
  | {
      /** Of a device whose number is known already. */
      readonly known: Named
    }
  | {
      readonly known?: undefined
      /** The devices that other DevEUIs are, by `keyOfDevice`. */
      readonly taken: ReadonlySet<string>
      readonly assign: DeviceActions['assign']
    }
)

/**
 * Leads to the form that registers the device of a DevEUI, with its site and its number where that is known; Back returns here. The
 * DevEUI is that number's before the form opens, so that nobody has to remember it afterwards.
 */
export const RegisterMenu = (props: Props) => {
  const { officeId, devEui, known } = props
  const router = useRouter()
  const { button, dropdown, choose } = useMenuFocus()
  const go = (kind: ReadingKind, serialNumber: string) => void router.navigate(registrationOf({ kind, serialNumber }, officeId))
  if (known !== undefined)
    return (
      <Button type="link" size="small" aria-label={`${known.serialNumber}を新しく登録`} onClick={() => go(known.kind, known.serialNumber)}>
        新しく登録
      </Button>
    )
  const register = (kind: ReadingKind) => {
    const serialNumber = kind === 'heat' ? (serialOfDevEui(devEui) ?? '') : devEui
    const open = () => go(kind, serialNumber)
    if (serialNumber !== '' && !props.taken.has(keyOfDevice({ kind, serialNumber })))
      return props.assign({ devEui, kind, serialNumber }, open)
    notify.news(`登録したら、この画面に戻って、DevEUI「${devEui}」の機器を選んでください。`)
    go(kind, '')
  }
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      menu={{
        items: kinds.map((kind) => ({
          key: kind,
          label: deviceKindNames[kind],
          onClick: choose(() => register(kind)),
        })),
      }}
    >
      <Button ref={button} type="link" size="small" aria-label={`${devEui}の機器を新しく登録`} aria-haspopup="menu">
        新しく登録
      </Button>
    </Dropdown>
  )
}
