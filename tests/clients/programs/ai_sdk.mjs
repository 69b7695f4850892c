// Vercel's AI SDK, over OpenAI's chat completions or responses, or Anthropic's messages.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { BASE, Calls, PERSON, run, SAID, TOOLS } from "./common.mjs";

const openai = createOpenAI({ baseURL: BASE, apiKey: "k" });
const model = {
  chat: () => openai.chat("gpt-5-mini"),
  responses: () => openai.responses("gpt-5-mini"),
  messages: () => createAnthropic({ baseURL: BASE, apiKey: "k" })("claude-sonnet-4-5"),
}[process.argv[2]]();
const asked = { model, prompt: SAID, maxRetries: 0 };

const whole = async () => (await generateText(asked)).text;

async function read(options) {
  let failed;
  const result = streamText({ ...asked, ...options, onError: ({ error }) => (failed = error) });
  let text = "";
  for await (const delta of result.textStream) text += delta;
  if (failed) throw failed;
  return text;
}

async function tools(streamed) {
  const calls = new Calls();
  const tools = Object.fromEntries(
    Object.entries(TOOLS).map(([name, { description, parameters }]) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters), execute: async (given) => calls.use(name, given) }),
    ]),
  );
  const options = { tools, stopWhen: stepCountIs(3) };
  return calls.told(streamed ? await read(options) : (await generateText({ ...asked, ...options })).text);
}

const structured = async () =>
  (await generateText({ ...asked, output: Output.object({ schema: jsonSchema(PERSON) }) })).output;

await run(
  { whole, streamed: () => read({}), tools: () => tools(false), "tools streamed": () => tools(true), structured },
  whole,
  () => read({}),
);
