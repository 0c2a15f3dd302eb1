// A site for agents, by the Model Context Protocol.
export { type McpOptions, mcp } from './mcp.js'
export type { McpPrompt, McpPromptArgument } from './prompts.js'
export { type McpCaller, type McpLines, serveLines } from './serve-lines.js'
