import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { companyDocumentsCalls } from '../../../contract/accounts/company-documents.ts'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import type { Handlers } from '../../handler.ts'
import { account, accountChangeCancel, accountLimitSave, accountSave } from './payee-account.ts'
import { businessLicenseOcr } from '../certification/licence-reading.ts'
import { buyerCompanySave, sellerCompanySave, companyInfo } from './company-details.ts'
import { claimDetail, claimReviews } from '../claims/claim-reviews.ts'
import { claimSave, claims, claimWithdraw } from '../claims/claims.ts'
import { certificationReview, certificationReviews } from '../certification/certification-reviews.ts'
import { companyAuth, organizationAuth, organizationAuthSave } from '../certification/organization-auth.ts'
import { invitations } from './invitation-list.ts'
import { invitationResend, invitationSave, invitationRevoke } from './invitation-changes.ts'
import { invoice, invoiceSave } from './invoice-details.ts'
import { joinOrg } from './invitations.ts'
import { legalPerson, legalPersonSave } from './legal-person.ts'
import { orgInfoPermission, orgInfoPermissionSet } from './org-info-permission.ts'
import { orgInfoUnique } from './company-names.ts'
import { supplierOpen } from '../certification/supplier-open.ts'

type Calls = typeof companiesCalls &
  typeof certificationCalls &
  typeof companyDocumentsCalls &
  typeof invitationsCalls &
  Omit<typeof companyClaimsCalls, 'claimReview'>

export const companiesHandlers: Handlers<Calls> = {
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
