import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { personalDataCalls } from '../../../contract/accounts/personal-data.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { isCopyBeingMade } from '../../../domain/accounts/closing.ts'
import { codePattern } from '../../../domain/accounts/identity-rules.ts'
import { createForm } from '../../form-store.ts'
import { loadable } from '../../loadable.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { leaveClosedAccount } from '../session.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { emptyCode, type CodeValues } from './mobile-proof.ts'
import { withReauthentication } from './reauthenticate.ts'

export type Agreements = z.output<typeof personalDataCalls.agreements.output>
export type AccountClosing = z.output<typeof personalDataCalls.accountClosing.output>
type DataExport = z.output<typeof personalDataCalls.dataExport.output>
/** A copy of one's data, whatever its state. */
export type DataCopy = NonNullable<DataExport['copy']>
export type ClosingWay = AccountClosing['ways'][number]['way']

export interface PersonalData {
  readonly agreements: Agreements
  /** null = none was asked for, or it has expired. */
  readonly copy: DataCopy | null
}

const part = loadable<PersonalData>()
/** Consents of the person, and the state of the copy of their data. */
export const personalData = part.state

export const loadPersonalData = (): Promise<void> =>
  part.load(async (): Promise<Answer<PersonalData>> => {
    const [agreements, exported] = await Promise.all([api.accounts.agreements({}), api.accounts.dataExport({})])
    if (!agreements.ok) return agreements
    if (!exported.ok) return exported
    return { ok: true, content: { agreements: agreements.content, copy: exported.content.copy } }
  })

/** Whether a copy is being prepared: the page then waits for its notice. */
export const isCopyWaiting = (): boolean => {
  const now = personalData.get()
  return now.at === 'ready' && isCopyBeingMade(now.content.copy?.status)
}

/** Whether one of the section's buttons is at work. */
export const personalDataBusy = atom<'none' | 'copy' | 'accept' | 'closing'>('none')

async function once<O>(which: 'copy' | 'accept' | 'closing', send: () => Promise<Answer<O>>) {
  if (personalDataBusy.get() !== 'none') return undefined
  personalDataBusy.set(which)
  const answer = await send()
  personalDataBusy.set('none')
  return answer
}

/** Asks for a copy of one's data, after reauthentication; returns the failure, if any. */
export async function requestDataCopy(): Promise<Failure | undefined> {
  const answer = await once('copy', () => withReauthentication(() => api.accounts.dataExportRequest({})))
  if (answer === undefined) return undefined
  await loadPersonalData()
  return answer.ok ? undefined : answer.failure
}

/** Accepts the version in force; returns the failure, if any. */
export async function acceptAgreement(version: string): Promise<Failure | undefined> {
  const answer = await once('accept', () => api.accounts.agreementAccept({ version }))
  if (answer === undefined) return undefined
  await loadPersonalData()
  return answer.ok ? undefined : answer.failure
}

/** The dialog of closing the account: what stands against it, or the form with the code. */
export type ClosingDialog =
  | { readonly at: 'none' }
  | { readonly at: 'obstructed'; readonly obstacles: AccountClosing['obstacles'] }
  | { readonly at: 'form'; readonly ways: AccountClosing['ways'] }
export const closingDialog = atom<ClosingDialog>({ at: 'none' })
export const closeClosingDialog = (): void => closingDialog.set({ at: 'none' })

export const closingCaptcha = createCaptcha()
/** Sender of the code, by the way it takes. */
export const closingCodes = {
  sms: createCodeSender('closeBySms', closingCaptcha),
  mail: createCodeSender('closeByMail', closingCaptcha),
}

export interface ClosingValues extends CodeValues {
  readonly way: ClosingWay
}

const obstructed = z.object({ obstacles: personalDataCalls.accountClosing.output.shape.obstacles })

export const closingForm = createForm({
  schema: personalDataCalls.accountClose.input,
  inputOf: ({ way, smsCode }: ClosingValues) => ({ way, code: normalizeCode(smsCode) }),
  fieldNames: { code: 'smsCode' },
  validate: ({ smsCode }) =>
    codePattern.test(normalizeCode(smsCode)) ? [] : [{ field: 'smsCode', message: '请输入 6 位数字验证码' }],
  submit: async (input) => {
    const answer = await api.accounts.accountClose(input)
    if (!answer.ok && answer.failure.code === failures.closingObstructed.code) {
      const content = obstructed.safeParse(answer.failure.content)
      if (content.success) closingDialog.set({ at: 'obstructed', obstacles: content.data.obstacles })
    }
    return moveFailureToField(answer, { codeWrong: 'smsCode', codeSpent: 'smsCode' })
  },
})

/** Opens the dialog of closing the account; returns the failure, if any. */
export async function startClosing(): Promise<Failure | undefined> {
  const answer = await once('closing', () => api.accounts.accountClosing({}))
  if (answer === undefined) return undefined
  if (!answer.ok) return answer.failure
  const { obstacles, ways } = answer.content
  if (obstacles.length > 0) closingDialog.set({ at: 'obstructed', obstacles })
  else {
    closingForm.start({ ...emptyCode, way: ways[0]?.way ?? 'sms' })
    closingDialog.set({ at: 'form', ways })
  }
  return undefined
}

/** Sends the code to the other place; the code of the first one is not valid there. */
export function chooseClosingWay(way: ClosingWay): void {
  closingForm.set('way', way)
  closingForm.set('smsCode', '')
  closingForm.clearErrors()
}

/** Closes the account and leaves the page: all sessions have ended. */
export async function submitClosing(): Promise<void> {
  if ((await closingForm.submit()) !== undefined) leaveClosedAccount()
}
