// LangChain.js with ChatOpenAI, over chat completions or responses.
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { BASE, Calls, PERSON, run, SAID, TOOLS } from "./common.mjs";

const useResponsesApi = process.argv[2] === "responses";
const model = new ChatOpenAI({
  model: "gpt-5-mini", apiKey: "k", maxRetries: 0, useResponsesApi, configuration: { baseURL: BASE },
});

const whole = async () => (await model.invoke(SAID)).text;

async function streamed() {
  let text = "";
  for await (const chunk of await model.stream(SAID)) text += chunk.text;
  return text;
}

async function tools(streamed) {
  const calls = new Calls();
  const bound = model.bindTools(
    Object.entries(TOOLS).map(([name, { description, parameters }]) => ({
      type: "function", function: { name, description, parameters },
    })),
  );
  const messages = [new HumanMessage(SAID)];
  for (;;) {
    let reply;
    if (streamed) {
      for await (const chunk of await bound.stream(messages)) reply = reply ? reply.concat(chunk) : chunk;
    } else {
      reply = await bound.invoke(messages);
    }
    if (!reply.tool_calls.length) return calls.told(reply.text);
    messages.push(reply);
    for (const { id, name, args } of reply.tool_calls)
      messages.push(new ToolMessage({ tool_call_id: id, content: calls.use(name, args) }));
  }
}

const structured = () => model.withStructuredOutput(PERSON, { name: "person", method: "jsonSchema" }).invoke(SAID);

await run(
  { whole, streamed, tools: () => tools(false), "tools streamed": () => tools(true), structured },
  whole,
  streamed,
);
