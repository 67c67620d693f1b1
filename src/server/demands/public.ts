export { closeDueDemands } from './close-due-demands.ts'
export { buyerDemandFacts, sellerDemandFacts } from './desk-facts.ts'
