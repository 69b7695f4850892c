// `@anthropic-ai/sdk` for Node.
import Anthropic from "@anthropic-ai/sdk";
import { Calls, GATEWAY, PERSON, run, SAID, TOOLS } from "./common.mjs";

const client = new Anthropic({ baseURL: GATEWAY, apiKey: "k", maxRetries: 0 });
const fixed = { model: "claude-sonnet-4-5", max_tokens: 1000 };
const USER = [{ role: "user", content: SAID }];

const whole = async () => (await client.messages.create({ ...fixed, messages: USER })).content[0].text;

const streamed = async () => {
  const stream = client.messages.stream({ ...fixed, messages: USER });
  let text = "";
  stream.on("text", (delta) => (text += delta));
  if ((await stream.finalText()) !== text) throw new Error("not what was streamed");
  return text;
};

async function tools(streamed) {
  const calls = new Calls();
  const tools = Object.entries(TOOLS).map(([name, { description, parameters }]) => ({
    name, description, input_schema: parameters,
  }));
  const messages = [...USER];
  for (;;) {
    const asked = { ...fixed, messages, tools };
    const reply = streamed ? await client.messages.stream(asked).finalMessage() : await client.messages.create(asked);
    const made = reply.content.filter((one) => one.type === "tool_use");
    if (!made.length) return calls.told(reply.content[0].text);
    messages.push({ role: "assistant", content: reply.content });
    const results = made.map((one) => ({
      type: "tool_result", tool_use_id: one.id, content: calls.use(one.name, one.input),
    }));
    messages.push({ role: "user", content: results });
  }
}

async function structured() {
  const output_config = { format: { type: "json_schema", schema: PERSON } };
  return JSON.parse((await client.messages.create({ ...fixed, messages: USER, output_config })).content[0].text);
}

await run(
  { whole, streamed, tools: () => tools(false), "tools streamed": () => tools(true), structured },
  whole,
  streamed,
);
