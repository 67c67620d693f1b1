import { loginLinks, onward } from '../../domain/login-links.ts'
import { normalizeMobile } from '../../domain/accounts/identity-rules.ts'
import {
  isMobileUsed,
  registerAccount,
  registrationState,
  registrationCaptcha,
  registrationCode,
} from '../../stores/accounts/sign-in/registration.ts'
import { tabClass } from '../../ui/navigation/tabs-class.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, isChecked, reloadOnHistoryReturn, fieldValue } from '../shell/form.ts'
import { bindLoginName } from './login-name-field.ts'
import { bindNewPassword } from './new-password.ts'

const query = () => new URLSearchParams(location.search)
const isSupplier = () => query().get('type') === 'supplier' && !query().has('invite')

/** The registration page: as buyer, as supplier, or by an invitation of a company. */
export function startRegisterPage(): void {
  const form = document.querySelector<HTMLFormElement>('[data-register]')
  if (form === null) return
  reloadOnHistoryReturn()
  bindCodeFields(form, registrationCaptcha, registrationCode)
  bindNewPassword(form, () => ({
    loginName: fieldValue(form, 'loginName').trim(),
    mobile: normalizeMobile(fieldValue(form, 'mobile')),
    companyName: isSupplier() ? fieldValue(form, 'companyName').trim() : undefined,
  }))
  bindLoginName(form)
  bindKinds(form)
  bindUsedNumber(form)
  bindForm(form, registrationState, async () => {
    const supplier = isSupplier()
      ? { companyName: fieldValue(form, 'companyName').trim(), contactName: fieldValue(form, 'contactName').trim() }
      : undefined
    const entered = await registerAccount({
      loginName: fieldValue(form, 'loginName').trim(),
      mobile: fieldValue(form, 'mobile'),
      smsCode: fieldValue(form, 'smsCode'),
      password: fieldValue(form, 'password'),
      agreed: isChecked(form, 'agreed'),
      invite: query().get('invite') ?? '',
      supplier,
    })
    if (!entered) return
    location.assign(supplier === undefined ? onward(query().get('redirect')) : loginLinks.sellerCenter())
  })
}

/** Buyer or supplier, chosen by the URL, so that it can be linked; typed values survive the change. */
function bindKinds(form: HTMLFormElement): void {
  const kinds = [...document.querySelectorAll<HTMLAnchorElement>('[data-kind]')]
  const supplierFields = form.querySelector<HTMLFieldSetElement>('[data-supplier]')
  const consent = form.querySelector<HTMLElement>('[data-supplier-note]')
  const update = () => {
    const supplier = isSupplier()
    for (const part of [supplierFields, consent]) if (part !== null) part.hidden = !supplier
    if (supplierFields !== null) supplierFields.disabled = !supplier
    for (const link of kinds) {
      const is = (link.dataset['kind'] === 'supplier') === supplier
      link.className = tabClass(is)
      if (is) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  }
  for (const link of kinds) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (link.href !== location.href) history.pushState(null, '', link.href)
      update()
    })
  }
  addEventListener('popstate', update)
  update()
}

/** Shows a link to the login beside the error when the phone number already has an account. */
function bindUsedNumber(form: HTMLFormElement): void {
  const loginLink = form.querySelector<HTMLElement>('[data-number-used]')
  isMobileUsed.subscribe((used) => {
    if (loginLink !== null) loginLink.hidden = !used
  })
}
