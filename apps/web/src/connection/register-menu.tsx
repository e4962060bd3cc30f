import { readingKinds, type ReadingKind } from '@mimamori/contract/ingest'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { useRouter } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { registrationOf } from '../organisation/devices/registration.ts'
import { serialOfDevEui } from './device-choices.ts'

// What is bought with LoRaWAN is mostly a meter.
const kinds: readonly ReadingKind[] = ['heat', ...readingKinds.filter((kind) => kind !== 'heat')]

type Props = {
  readonly officeId: number
  readonly devEui: string
  /** Of a device whose number is known already. */
  readonly known?: { readonly kind: ReadingKind; readonly serialNumber: string }
}

/** Leads to the form that registers the device of a DevEUI, with its site and its number where that is known; Back returns here. */
export const RegisterMenu = ({ officeId, devEui, known }: Props) => {
  const router = useRouter()
  const { button, dropdown, choose } = useMenuFocus()
  const go = (kind: ReadingKind, serialNumber: string) => void router.navigate(registrationOf({ kind, serialNumber }, officeId))
  if (known !== undefined)
    return (
      <Button type="link" size="small" aria-label={`${known.serialNumber}を新しく登録`} onClick={() => go(known.kind, known.serialNumber)}>
        新しく登録
      </Button>
    )
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      menu={{
        items: kinds.map((kind) => ({
          key: kind,
          label: deviceKindNames[kind],
          onClick: choose(() => go(kind, kind === 'heat' ? (serialOfDevEui(devEui) ?? '') : devEui)),
        })),
      }}
    >
      <Button ref={button} type="link" size="small" aria-label={`${devEui}の機器を新しく登録`} aria-haspopup="menu">
        新しく登録
      </Button>
    </Dropdown>
  )
}
