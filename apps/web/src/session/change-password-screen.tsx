import { message } from '@mimamori/contract/messages'
import { PasswordChange, session } from '@mimamori/contract/session'
import { screens } from '@mimamori/contract/screens'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { showFailure } from '../kit/dialogs.ts'
import { ErrorSummary } from '../kit/form/error-summary.tsx'
import { FormActions, FormSection } from '../kit/form/form-section.tsx'
import { PasswordField } from '../kit/form/password-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { PasswordRules } from '../kit/password-rules.tsx'
import { useLeave } from '../kit/use-leave.ts'
import { useSettled } from '../kit/use-settled.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { useViewer } from '../platform/viewer.ts'
import { requiredWhereBothEmpty } from './required-where-both-empty.ts'
import { TranslatedText } from '../kit/translated-text.tsx'

/**
 * Changes one's own password; the person's other sessions end. Anyone who was given theirs comes here first, and continues from
 * here to what they wanted.
 */
export const ChangePasswordScreen = () => {
  const leave = useLeave(screens.account)
  const proceed = useSettled()
  const { t } = useTranslation()
  const isOwed = useViewer().owed.includes('newPassword')

  const form = useForm('change-password', {
    schema: PasswordChange,
    resource: 'session',
    initial: { oldPassword: '', newPassword: '', confirmNewPassword: '' },
    amend: requiredWhereBothEmpty,
    onSubmit: async (body) => {
      try {
        await call(session.changePassword, { body })
        notify.success(message('passwordChanged'))
      } catch (error) {
        const refused = error instanceof AnswerError && error.status === 400 ? error.lines : undefined
        if (refused?.some(({ text }) => text.endsWith(message('passwordCommon')))) return { newPassword: message('passwordCommon') }
        if (refused !== undefined) return { oldPassword: message('passwordWrong') }
        void showFailure(error)
        return {}
      }
    },
    onSaved: isOwed ? proceed : leave,
  })
  useUnsavedGuard(form.isDirty)
  // A person who must change it can do nothing else.
  useEffect(() => {
    if (isOwed) document.getElementById(controlId('change-password', 'oldPassword'))?.focus()
  }, [isOwed])

  return (
    <>
      <PageTitle {...(isOwed ? {} : { back: screens.account })} />
      <Panel>
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <ErrorSummary form={form} unsaved={t('signIn.notChanged')} />
          <FormSection name={<TranslatedText name="signIn.identity" />}>
            <PasswordField form={form} name="oldPassword" autoComplete="current-password" />
          </FormSection>
          <FormSection name={<TranslatedText name="signIn.newPassword" />} note={<TranslatedText name="signIn.endsElsewhere" />}>
            <PasswordField
              form={form}
              name="newPassword"
              autoComplete="new-password"
              hint={<PasswordRules password={form.draft.newPassword ?? ''} />}
            />
            <PasswordField
              form={form}
              name="confirmNewPassword"
              autoComplete="new-password"
              hint={t('signIn.sameAgain', { furigana: 'keep' })}
            />
          </FormSection>
          <FormActions
            back={
              isOwed ? undefined : (
                <Button onClick={leave}>
                  <TranslatedText name="common.back" />
                </Button>
              )
            }
          >
            <Button type="primary" htmlType="submit" loading={form.submitting}>
              <TranslatedText name="signIn.change" />
            </Button>
          </FormActions>
        </form>
      </Panel>
    </>
  )
}
