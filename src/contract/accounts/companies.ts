import { company, user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const companiesCalls = {
  orgInfoUnique: notBuilt('/fmall/company/validateOrgInfoUnique', user),
  joinOrg: notBuilt('/fmall/company/userAppJoinOrgInfo', user),
  organizationAuth: notBuilt('/user-center/organization-auth/detail', user),
  organizationAuthSave: notBuilt('/user-center/organization-auth/save', user),
  userCardSave: notBuilt('/fmall/company/user-card/save-or-update', user),
  userCard: notBuilt('/fmall/company/user-card/detail', user),
  companyInfo: notBuilt('/fmall/company/info', user),
  buyerCompanySave: notBuilt('/fmall/company/buyer/save-or-update', user),
  sellerCompanySave: notBuilt('/fmall/company/saler/save-or-update', user),
  companyAuth: notBuilt('/fmall/company/auth/info', user),
  businessLicenseOcr: notBuilt('/system/ocr/business-license', user),
  legalPersonSave: notBuilt('/user-center/organization/legal-person/save', company()),
  legalPerson: notBuilt('/user-center/organization/legal-person/get', company()),
  invoiceSave: notBuilt('/user-center/organization/invoice/save', company()),
  invoice: notBuilt('/user-center/organization/invoice/get', company()),
  orgInfoPermission: notBuilt('/system/org-info-permission/get', company()),
  orgInfoPermissionSet: notBuilt('/system/org-info-permission/set', company()),
}
