import type { FirstStep } from '@mimamori/contract/first-steps'
import { screens } from '@mimamori/contract/screens'
import type { UnregisteredDevice } from '@mimamori/contract/unregistered-device'
import { createLink, Link } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import { useOpener } from '../../kit/use-opener.ts'
import { useViewer } from '../../platform/viewer.ts'
import { NewKeyDialog } from '../access-keys/new-key-dialog.tsx'
import { refreshSteps, useRegistration } from './use-first-steps.ts'

const MainLink = createLink((props: ButtonProps) => <Button type="primary" size="large" {...props} />)

const KeyButton = ({ officeId }: { readonly officeId: number }) => {
  const dialog = useOpener()
  return (
    <>
      <Button type="primary" size="large" onClick={dialog.open}>
        受信キーを作る
      </Button>
      {dialog.isOpen && (
        <NewKeyDialog
          officeId={officeId}
          onClose={() => {
            // Only then: the step would take the dialog away together with the secret.
            dialog.close()
            void refreshSteps()
          }}
        />
      )}
    </>
  )
}

type DeviceProps = { readonly officeId: number; readonly arrived: readonly UnregisteredDevice[] }

const DeviceButtons = ({ officeId, arrived }: DeviceProps) => {
  const registration = useRegistration(officeId)
  return (
    <>
      {arrived.length > 0 ? (
        <Button type="primary" size="large" loading={registration.isPending} onClick={() => registration.mutate(arrived)}>
          届いている{arrived.length}台を登録する
        </Button>
      ) : (
        <MainLink to={screens.vitalDeviceCreate.path} search={{ OfficeId: officeId }}>
          体調デバイスを登録する
        </MainLink>
      )}
      <Link to={screens.vitalDeviceImport.path} search={{ OfficeId: officeId }}>
        CSVで取り込む
      </Link>
    </>
  )
}

const WorkerButtons = ({ officeId, count }: { readonly officeId: number; readonly count: number }) =>
  count > 0 ? (
    <MainLink to={screens.deviceHandout.path} search={{ officeId }}>
      体調デバイスを渡す
    </MainLink>
  ) : (
    <>
      <MainLink to={screens.workerCreate.path} search={{ OfficeId: officeId }}>
        作業者を登録する
      </MainLink>
      <Link to={screens.workerImport.path} search={{ OfficeId: officeId }}>
        CSVで取り込む
      </Link>
    </>
  )

type Props = {
  readonly step: FirstStep
  readonly officeId: number | null
  /** What sends and can be registered. */
  readonly arrived: readonly UnregisteredDevice[]
}

/** The one large button of the next step, and at most one further way. */
export const NextActions = ({ step, officeId, arrived }: Props) => {
  const { roleKey } = useViewer()
  if (step.key === 'company') return <MainLink to={screens.companyStart.path}>会社を始める</MainLink>
  if (step.key === 'office')
    return (
      <>
        <MainLink to={screens.officeCreate.path}>拠点を登録する</MainLink>
        {roleKey === 'AdminUnitService' && <Link to={screens.companyStart.path}>{screens.companyStart.title}</Link>}
      </>
    )
  if (officeId === null) return null
  switch (step.key) {
    case 'key':
      return <KeyButton officeId={officeId} />
    case 'devices':
      return <DeviceButtons officeId={officeId} arrived={arrived} />
    case 'workers':
      return <WorkerButtons officeId={officeId} count={step.count} />
    case 'reading':
      return (
        <MainLink to={screens.deviceHandout.path} search={{ officeId }}>
          貸出と受信を確かめる
        </MainLink>
      )
    default:
      return step.key satisfies never
  }
}
