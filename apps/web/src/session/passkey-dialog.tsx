import { PasskeyDraft, secondFactor } from '@mimamori/contract/second-factor'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { OwnPasswordField, ownPasswordFaults } from '../organisation/accounts/own-password.tsx'
import { call } from '../platform/api.ts'
import { makePasskey } from '../platform/passkey.ts'

type PasskeyProps = { readonly onDone: (codes: readonly string[] | null) => Promise<void>; readonly onClose: () => void }

/** Makes a passkey on this device, or on one beside it. */
export const PasskeyDialog = ({ onDone, onClose }: PasskeyProps) => {
  const { t } = useTranslation()
  return (
    <DraftDialog
      id="passkey"
      resource="secondFactor"
      schema={PasskeyDraft}
      initial={{ name: '', password: '' }}
      title={<TranslatedText name="common.security.passkeyTitle" />}
      verb={<TranslatedText name="signIn.next" />}
      save={async (body) => {
        const { request } = await call(secondFactor.startPasskey, { body })
        const passkey = { ...(await makePasskey(request)) }
        await onDone((await call(secondFactor.confirmPasskey, { body: { passkey } })).recoveryCodes)
      }}
      faultsOf={ownPasswordFaults}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="name"
            placeholder={t('common.security.keyExample')}
            hint={t('common.security.keyHint', { furigana: 'keep' })}
          />
          <OwnPasswordField form={form} />
        </>
      )}
    </DraftDialog>
  )
}
