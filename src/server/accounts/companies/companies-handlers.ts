import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import type { companiesCalls } from '../../../contract/accounts/companies.ts'
import type { companyPapersCalls } from '../../../contract/accounts/company-papers.ts'
import type { invitationsCalls } from '../../../contract/accounts/invitations.ts'
import type { Handlers } from '../../handler.ts'
import { account } from './account.ts'
import { accountChangeCancel, accountLimitSave, accountSave } from './account-save.ts'
import { businessLicenseOcr } from '../certification/business-license-ocr.ts'
import { buyerCompanySave } from './buyer-company-save.ts'
import { claimReview } from '../claims/claim-review.ts'
import { claimDetail, claimReviews } from '../claims/claim-reviews.ts'
import { claimSave } from '../claims/claim-save.ts'
import { claims, claimWithdraw } from '../claims/claims.ts'
import { certificationReview } from '../certification/certification-review.ts'
import { certificationReviews } from '../certification/certification-reviews.ts'
import { companyAuth } from '../certification/company-auth.ts'
import { companyInfo } from './company-info.ts'
import { invitations } from './invitation-list.ts'
import { invitationResend } from './invitation-resend.ts'
import { invitationRevoke } from './invitation-revoke.ts'
import { invitationSave } from './invitation-save.ts'
import { invoice } from './invoice.ts'
import { invoiceSave } from './invoice-save.ts'
import { joinOrg } from './join-org.ts'
import { legalPerson } from './legal-person.ts'
import { legalPersonSave } from './legal-person-save.ts'
import { orgInfoPermission } from './org-info-permission.ts'
import { orgInfoPermissionSet } from './org-info-permission-set.ts'
import { orgInfoUnique } from './org-info-unique.ts'
import { organizationAuth } from '../certification/organization-auth.ts'
import { organizationAuthSave } from '../certification/organization-auth-save.ts'
import { sellerCompanySave } from './seller-company-save.ts'
import { supplierOpen } from '../certification/supplier-open.ts'

type Calls = typeof companiesCalls &
  typeof certificationCalls &
  typeof companyPapersCalls &
  typeof invitationsCalls &
  typeof companyClaimsCalls

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
  claimReview,
}
