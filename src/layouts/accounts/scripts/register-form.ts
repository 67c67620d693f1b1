import { loginLinks, onward } from '../../../domain/login-links.ts'
import { readMobile } from '../../../stores/accounts/code-input.ts'
import {
  numberUsed,
  register,
  registering,
  registrationCaptcha,
  registrationCode,
} from '../../../stores/accounts/registration.ts'
import { tabClass } from '../../../ui/tabs-class.ts'
import { bindCodeFields } from './code-fields.ts'
import { bindForm, isTicked, reloadWhenBack, valueOf } from './form.ts'
import { bindLoginName } from './name-field.ts'
import { bindNewPassword } from './new-password.ts'

const query = () => new URLSearchParams(location.search)
const isSupplier = () => query().get('type') === 'supplier' && !query().has('invite')

/** The registration page: as a buyer, as a supplier, or into a company that invites. */
export function startRegisterPage(): void {
  const form = document.querySelector<HTMLFormElement>('[data-register]')
  if (form === null) return
  reloadWhenBack()
  bindCodeFields(form, registrationCaptcha, registrationCode)
  bindNewPassword(form, () => ({
    loginName: valueOf(form, 'loginName').trim(),
    mobile: readMobile(valueOf(form, 'mobile')),
    companyName: isSupplier() ? valueOf(form, 'companyName').trim() : undefined,
  }))
  bindLoginName(form)
  bindKinds(form)
  bindUsedNumber(form)
  bindForm(form, registering, async () => {
    const supplier = isSupplier()
      ? { companyName: valueOf(form, 'companyName').trim(), contactName: valueOf(form, 'contactName').trim() }
      : undefined
    const entered = await register({
      loginName: valueOf(form, 'loginName').trim(),
      mobile: valueOf(form, 'mobile'),
      smsCode: valueOf(form, 'smsCode'),
      password: valueOf(form, 'password'),
      agreed: isTicked(form, 'agreed'),
      invite: query().get('invite') ?? '',
      supplier,
    })
    if (!entered) return
    location.assign(supplier === undefined ? onward(query().get('redirect')) : loginLinks.sellerCenter())
  })
}

/** Buyer or supplier: by the address, so that it can be linked; what was typed stays through the change. */
function bindKinds(form: HTMLFormElement): void {
  const kinds = [...document.querySelectorAll<HTMLAnchorElement>('[data-kind]')]
  const own = form.querySelector<HTMLFieldSetElement>('[data-supplier]')
  const consent = form.querySelector<HTMLElement>('[data-supplier-note]')
  const draw = () => {
    const supplier = isSupplier()
    for (const part of [own, consent]) if (part !== null) part.hidden = !supplier
    if (own !== null) own.disabled = !supplier
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
      draw()
    })
  }
  addEventListener('popstate', draw)
  draw()
}

/** A number that has an account: the way to its login stands beside the refusal. */
function bindUsedNumber(form: HTMLFormElement): void {
  const way = form.querySelector<HTMLElement>('[data-number-used]')
  numberUsed.subscribe((used) => {
    if (way !== null) way.hidden = !used
  })
}
