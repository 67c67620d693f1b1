export { mayOpenChatFile } from './may-open-chat-file.ts'
export { deliverLetters } from './message-centre/deliver-letters.ts'
export { hasAnswered } from './relations.ts'
export { tellAbsent } from './tell-absent.ts'
