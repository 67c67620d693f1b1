export { expireCertifications } from './certification/expire-certifications.ts'
export { readWaitingLicences } from './certification/confirm-by-itself.ts'
export { readerOf } from './companies/company-reader.ts'
export { notify } from './preferences/notify.ts'
