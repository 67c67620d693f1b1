import type { certificationCalls } from '../../contract/accounts/certification.ts'
import type { companiesCalls } from '../../contract/accounts/companies.ts'
import type { companyClaimsCalls } from '../../contract/accounts/company-claims.ts'
import type { companyDocumentsCalls } from '../../contract/accounts/company-documents.ts'
import type { invitationsCalls } from '../../contract/accounts/invitations.ts'
import type { personalDataCalls } from '../../contract/accounts/personal-data.ts'
import type { profileCalls } from '../../contract/accounts/profile.ts'
import type { reauthenticationCalls } from '../../contract/accounts/reauthentication.ts'
import type { rolesCalls } from '../../contract/accounts/roles.ts'
import type { signInCalls } from '../../contract/accounts/sign-in.ts'
import type { userCardsCalls } from '../../contract/accounts/user-cards.ts'
import type { verificationCalls } from '../../contract/accounts/verification.ts'
import type { Contract } from '../../contract/contract.ts'
import { captchaSeconds } from '../../domain/accounts/identity-rules.ts'
import type { Handler, Handlers } from '../handler.ts'
import { captchaPicture, captchaText, saveCaptcha } from '../session/captchas.ts'
import { certificationReview, certificationReviews } from './certification/certification-reviews.ts'
import { businessLicenseOcr } from './certification/licence-reading.ts'
import { companyAuth, organizationAuth, organizationAuthSave } from './certification/organization-auth.ts'
import { supplierOpen } from './certification/supplier-open.ts'
import { claimDetail, claimReviews, claims, claimSave, claimWithdraw } from './claims/claims.ts'
import {
  buyerCompanySave,
  companyInfo,
  orgInfoPermission,
  orgInfoPermissionSet,
  sellerCompanySave,
} from './companies/company-details.ts'
import { invoice, invoiceSave, legalPerson, legalPersonSave } from './companies/company-documents.ts'
import { orgInfoUnique } from './companies/company-names.ts'
import { invitationResend, invitationRevoke, invitations, invitationSave } from './companies/company-invitations.ts'
import { joinOrg } from './companies/invitations.ts'
import { account, accountChangeCancel, accountLimitSave, accountSave } from './companies/payee-account.ts'
import { invitedHandlers } from './invited/invitation-answers.ts'
import { externalReferencesHandlers } from './open-api/external-references.ts'
import { openApiHandlers } from './open-api/handlers.ts'
import { leaderTicketsHandlers } from './leader-tickets/leader-ticket.ts'
import { preferencesHandlers } from './preferences/own-preferences.ts'
import { pushDevicesHandlers } from './push-devices/push-devices.ts'
import { savedFiltersHandlers } from './preferences/saved-filters.ts'
import { emailBind, emailCaptchaSend, mobileReset, passwordReset } from './profile/credentials.ts'
import { operationLogs } from './profile/operation-logs.ts'
import { agreementAccept, agreements } from './profile/consents.ts'
import { ownOperations, sessionEnd, sessions } from './profile/sessions.ts'
import { profile, profileUpdate, userCard, userCardSave } from './profile/profile.ts'
import { reauthenticate } from './profile/reauthenticate.ts'
import { resourceTree, role, roleDelete, rolePage, roles, roleSave, roleUpdate } from './roles/roles.ts'
import { subAccountDelete, subAccountSave, subAccountUpdate } from './roles/sub-account-changes.ts'
import { subAccount, subAccountMatch, subAccounts } from './roles/sub-accounts.ts'
import { forgetPasswordByMobile, login, loginByMobile, logout, signInWays } from './sign-in/login.ts'
import { register, registerLoginByMobile, registerSupplier } from './sign-in/register.ts'
import { serviceId } from './sign-in/service-id.ts'
import { ssoLogin, unAwareLoginKey } from './sign-in/single-sign-on.ts'
import {
  loginNameExists,
  loginNameUnique,
  mobileCaptchaCheck,
  mobileLoginCaptcha,
  mobileRegisterLoginCaptcha,
  mobileUnique,
  mobileValid,
  resetPasswordCaptchaCheck,
  resetPasswordCaptchaSend,
  smsCaptcha,
} from './sign-in/verification.ts'
import { twoFactorHandlers } from './two-factor/two-factor-handlers.ts'

const signInHandlers: Handlers<typeof signInCalls> = {
  serviceId,
  login,
  logout,
  loginByMobile,
  register,
  registerSupplier,
  registerLoginByMobile,
  forgetPasswordByMobile,
  unAwareLoginKey,
  ssoLogin,
  signInWays,
}

const loginCaptcha: Handler<typeof verificationCalls.loginCaptcha> = async (size, { db }) => {
  const text = captchaText()
  const image = await captchaPicture(text, size)
  return { captchaId: await saveCaptcha(db, text), image, expiresIn: captchaSeconds }
}

const verificationHandlers: Handlers<typeof verificationCalls> = {
  loginCaptcha,
  smsCaptcha,
  mobileLoginCaptcha,
  mobileRegisterLoginCaptcha,
  loginNameUnique,
  loginNameExists,
  mobileUnique,
  mobileValid,
  mobileCaptchaCheck,
  resetPasswordCaptchaSend,
  resetPasswordCaptchaCheck,
}

const profileHandlers: Handlers<
  typeof profileCalls &
    Omit<typeof userCardsCalls, 'userById'> &
    typeof reauthenticationCalls &
    Pick<typeof personalDataCalls, 'agreements' | 'agreementAccept'>
> = {
  profile,
  profileUpdate,
  mobileReset,
  passwordReset,
  reauthenticate,
  emailCaptchaSend,
  emailBind,
  userCardSave,
  userCard,
  operationLogs,
  ownOperations,
  agreements,
  agreementAccept,
  sessions,
  sessionEnd,
}

type Calls = typeof companiesCalls &
  typeof certificationCalls &
  typeof companyDocumentsCalls &
  typeof invitationsCalls &
  Omit<typeof companyClaimsCalls, 'claimReview'>

const companiesHandlers: Handlers<Calls> = {
  orgInfoUnique,
  joinOrg,
  companyInfo,
  buyerCompanySave,
  sellerCompanySave,
  organizationAuth,
  organizationAuthSave,
  companyAuth,
  supplierOpen,
  businessLicenseOcr,
  legalPersonSave,
  legalPerson,
  invoiceSave,
  invoice,
  accountSave,
  account,
  accountLimitSave,
  accountChangeCancel,
  orgInfoPermission,
  orgInfoPermissionSet,
  invitations,
  invitationSave,
  invitationRevoke,
  invitationResend,
  certificationReviews,
  certificationReview,
  claimSave,
  claims,
  claimWithdraw,
  claimReviews,
  claimDetail,
}

const rolesHandlers: Handlers<typeof rolesCalls> = {
  subAccounts,
  subAccount,
  subAccountSave,
  subAccountUpdate,
  subAccountDelete,
  subAccountMatch,
  roles,
  rolePage,
  role,
  roleSave,
  roleUpdate,
  roleDelete,
  resourceTree,
}

export const accountsHandlers: Handlers<
  Omit<
    Contract['accounts'],
    | Exclude<keyof typeof personalDataCalls, 'agreements' | 'agreementAccept'>
    | 'claimReview'
    | 'shopReplies'
    | 'shopRepliesSave'
    | 'userById'
  >
> = {
  ...signInHandlers,
  ...verificationHandlers,
  ...twoFactorHandlers,
  ...profileHandlers,
  ...companiesHandlers,
  ...rolesHandlers,
  ...invitedHandlers,
  ...preferencesHandlers,
  ...pushDevicesHandlers,
  ...savedFiltersHandlers,
  ...leaderTicketsHandlers,
  ...openApiHandlers,
  ...externalReferencesHandlers,
}
