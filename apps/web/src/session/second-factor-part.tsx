import { message } from '@mimamori/contract/messages'
import { type Passkey, secondFactor, type SecondFactorState } from '@mimamori/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { type SyntheticEvent, useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { notify } from '../kit/notify.ts'
import { useOpenerOf } from '../kit/use-opener.ts'
import { useSettled } from '../kit/use-settled.ts'
import { LocalAgo, useAgo } from '../marks/local-time.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { useTranslation } from '../platform/texts.ts'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { PasswordDialog } from '../organisation/accounts/password-dialog.tsx'
import { PanelPart, TitledPanel } from '../organisation/panels/titled-panel.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { passkeyHindrance } from '../platform/passkey.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import styles from './second-factor-part.module.css'
import { TotpDialog } from './totp-dialog.tsx'

type Doing =
  | { readonly what: 'addTotp' | 'removeTotp' | 'addPasskey' | 'renewCodes' }
  | { readonly what: 'removePasskey'; readonly key: Passkey }

type OnDo = (event: SyntheticEvent, doing: Doing) => void

const Passkeys = ({ keys, onDo }: { readonly keys: readonly Passkey[]; readonly onDo: OnDo }) => {
  const { t } = useTranslation()
  return (
    <ul className={styles['keys']}>
      {keys.map((key) => (
        <li key={key.id} className={styles['key']}>
          <span>{key.name}</span>
          <span className={styles['note']}>
            {key.lastUsedAt === null ? <TranslatedText name="common.security.unused" /> : <LocalAgo at={key.lastUsedAt} />}
          </span>
          <Button
            size="small"
            aria-label={t('common.security.removeNamed', { name: key.name })}
            onClick={(event) => onDo(event, { what: 'removePasskey', key })}
          >
            <TranslatedText name="common.security.remove" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The service's administrators decide for themselves whether all of them must have one. */
const RequiredOfService = ({ required, refresh }: { readonly required: boolean; readonly refresh: () => Promise<unknown> }) => {
  const decide = async (isRequired: boolean) => {
    try {
      await call(secondFactor.requireOfService, { body: { isRequired } })
      notify.success(message('C003'))
    } catch (error) {
      void showFailure(error)
    }
    await refresh()
  }
  return (
    <PanelPart name="サービス管理者の決まり" button={null}>
      <Checkbox checked={required} onChange={(event) => void decide(event.target.checked)}>
        サービス管理者全員に、二段階認証を必須にする
      </Checkbox>
    </PanelPart>
  )
}

type DialogProps = {
  readonly doing: Doing
  readonly onDone: (codes: readonly string[] | null) => Promise<void>
  readonly onClose: () => void
}

/** What is being done, in its dialog. */
const FactorDialog = ({ doing, onDone, onClose }: DialogProps) => {
  const removed = (name: string) => {
    notify.success(message('factorRemoved', { name }))
    return onDone(null)
  }
  const taken = <TranslatedText name="common.security.removeNote" />
  switch (doing.what) {
    case 'addTotp':
      return <TotpDialog onDone={onDone} onClose={onClose} />
    case 'addPasskey':
      return <PasskeyDialog onDone={onDone} onClose={onClose} />
    case 'removeTotp': {
      const act = async (password: string) => {
        await call(secondFactor.removeTotp, { body: { password } })
        await removed('認証アプリ')
      }
      return (
        <PasswordDialog
          title={<TranslatedText name="common.security.removeApp" />}
          verb={<TranslatedText name="common.security.remove" />}
          note={taken}
          act={act}
          onClose={onClose}
        />
      )
    }
    case 'removePasskey': {
      const { id, name } = doing.key
      const act = async (password: string) => {
        await call(secondFactor.removePasskey, { body: { password, id } })
        await removed(name)
      }
      return (
        <PasswordDialog
          title={<TranslatedText name="common.security.removeNamed" values={{ name }} />}
          verb={<TranslatedText name="common.security.remove" />}
          note={taken}
          act={act}
          onClose={onClose}
        />
      )
    }
    case 'renewCodes': {
      const act = async (password: string) => onDone((await call(secondFactor.renewRecoveryCodes, { body: { password } })).recoveryCodes)
      const note = <TranslatedText name="common.security.renewNote" />
      return (
        <PasswordDialog
          title={<TranslatedText name="common.security.renewCodes" />}
          verb={<TranslatedText name="common.security.renew" />}
          note={note}
          act={act}
          onClose={onClose}
        />
      )
    }
    default:
      return doing satisfies never
  }
}

type FactorsProps = {
  readonly standing: SecondFactorState
  readonly onDo: OnDo
  readonly refresh: () => Promise<unknown>
}

const Factors = ({ standing, onDo, refresh }: FactorsProps) => {
  const { totpSince, passkeys, recoveryCodesLeft, passkeyHost, isRequiredOfService } = standing
  const hindrance = passkeyHindrance(passkeyHost)
  const ago = useAgo()
  const hasFactor = totpSince !== null || passkeys.length > 0
  const put = (
    what: 'addTotp' | 'removeTotp' | 'addPasskey' | 'renewCodes',
    verb: 'addApp' | 'removeApp' | 'addPasskey' | 'renewCodes',
    disabled = false,
  ) => (
    <Button disabled={disabled} onClick={(event) => onDo(event, { what })}>
      <TranslatedText name={`common.security.${verb}`} />
    </Button>
  )
  return (
    <>
      <PanelPart
        name={<TranslatedText name="common.security.app" />}
        button={totpSince === null ? put('addTotp', 'addApp') : put('removeTotp', 'removeApp')}
      >
        {totpSince === null ? (
          <TranslatedText name="common.security.none" />
        ) : (
          <TranslatedText name="common.security.since" values={{ time: ago(totpSince) }} />
        )}
      </PanelPart>
      <PanelPart name={<TranslatedText name="common.security.passkey" />} button={put('addPasskey', 'addPasskey', hindrance !== undefined)}>
        {passkeys.length === 0 ? <TranslatedText name="common.security.none" /> : <Passkeys keys={passkeys} onDo={onDo} />}
        {hindrance !== undefined && (
          <p className={styles['note']}>
            <TranslatedText name={`common.security.${hindrance}`} values={{ host: passkeyHost }} />
          </p>
        )}
      </PanelPart>
      {hasFactor && (
        <PanelPart name={<TranslatedText name="common.security.codes" />} button={put('renewCodes', 'renewCodes')}>
          <TranslatedText name="common.security.codesLeft" values={{ count: recoveryCodesLeft }} />
        </PanelPart>
      )}
      {isRequiredOfService !== null && <RequiredOfService required={isRequiredOfService} refresh={refresh} />}
    </>
  )
}

/** One's own second factor: what there is of it, and how it changes. */
export const SecondFactorPart = () => {
  const isOwed = useViewer().owed.includes('secondFactor')
  const proceed = useSettled()
  const result = useQuery({ ...queryOf(secondFactor.standing, {}), staleTime: 0 })
  const { about: doing, open, close } = useOpenerOf<Doing>()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [secondFactor.standing.path] })
  // What the focus goes back to must be there: the key that was taken away is not.
  const settle = async () => {
    await refresh()
    setCodes(undefined)
    close()
    if (isOwed) proceed()
  }
  const finish = async (made: readonly string[] | null) => (made === null ? settle() : setCodes(made))
  return (
    <>
      <TitledPanel
        title={<TranslatedText name="common.security.factors" />}
        note={<TranslatedText name={(result.data?.isRequired ?? isOwed) ? 'common.security.whyRequired' : 'common.security.why'} />}
      >
        {result.data === undefined ? <LoadingOverlay /> : <Factors standing={result.data} onDo={open} refresh={refresh} />}
      </TitledPanel>
      {doing !== undefined && codes === undefined && <FactorDialog doing={doing} onDone={finish} onClose={close} />}
      {doing !== undefined && codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={() => void settle()} />}
    </>
  )
}
