-- KEYS[1]: prefix, with the hash tag of a cluster. ARGV: fingerprint of the secret, id of the ledger, what to do, then
-- its arguments.
-- Numbers are amounts below 2^53, exact in a double; they are written with %.0f, never as 1e+15.
local prefix, INFINITE, MOST = KEYS[1], 1e15, 8e15
local accounts, open_ids, header = prefix .. 'accounts', prefix .. 'open', prefix .. 'header'

local function written(number) return string.format('%.0f', number) end
local function slots_of(account) return prefix .. 'slots:' .. account end
local function held_of(id) return prefix .. 'held:' .. id end
local function unit_of(unit) return prefix .. 'unit:' .. unit end

local function paid(unit, now)
  local till = redis.call('GET', unit_of(unit))
  return till and tonumber(till) > now
end

local function each(list, change)
  local made = {}
  for at, one in ipairs(list) do made[at] = change(one, at) end
  return made
end

local function add(slots, amounts)
  for at, pair in ipairs(slots) do
    local key = slots_of(pair[1])
    local before = tonumber(redis.call('HGET', key, pair[2]) or '0')
    redis.call('HSET', key, pair[2], written(math.min(math.max(before + amounts[at], 0), MOST)))
    redis.call('SADD', accounts, pair[1])
  end
end

local function reserve(ask, remembered, kept)
  local step = redis.call('HGET', header, 'step') or '0'
  if tonumber(step) < ask.floor then
    return redis.error_reply('LOST steps that were taken')
  end
  local known = redis.call('HMGET', held_of(ask.id), 'state', 'asked', 'spent')
  if known[1] and known[1] ~= 'refunded' then
    return {1, '', cjson.decode(known[2]), cjson.decode(known[3]), step}
  end
  local units, costs, asked = {}, {}, each(ask.limits, function() return 0 end)
  for at, unit in ipairs(ask.units) do
    if not paid(unit, ask.now) then
      units[#units + 1], costs[#costs + 1] = unit, each(ask.costs[at], written)
      asked = each(asked, function(sum, limit) return math.min(sum + ask.costs[at][limit], INFINITE) end)
    end
  end
  local after, slots = {}, {}
  for at, limit in ipairs(ask.limits) do
    local cost = asked[at]
    local account, slot, since, most, request = limit[1], limit[2], limit[3], limit[4], limit[5]
    local spent, flat = 0, redis.call('HGETALL', slots_of(account))
    for place = 1, #flat, 2 do
      local there = tonumber(flat[place])
      if there >= since then spent = math.min(spent + tonumber(flat[place + 1]), MOST) end
      -- Never behind what was written: a clock that jumps back opens no window again.
      slot = math.max(slot, there)
      if there < since - kept then redis.call('HDEL', slots_of(account), flat[place]) end
    end
    if cost > 0 and (cost > request or spent + cost > most) then
      return {0, account, {written(cost)}, {written(math.min(spent, INFINITE))}, step}
    end
    after[#after + 1] = written(math.min(spent + cost, INFINITE))
    slots[#slots + 1] = {account, written(slot)}
  end
  add(slots, asked)
  asked = each(asked, written)
  redis.call('HSET', held_of(ask.id), 'state', 'reserved', 'asked', cjson.encode(asked), 'spent', cjson.encode(after),
    'units', cjson.encode(units), 'costs', cjson.encode(costs), 'slots', cjson.encode(slots),
    'began', string.format('%.6f', ask.now), 'until', string.format('%.6f', ask['until']))
  redis.call('EXPIRE', held_of(ask.id), remembered)
  redis.call('ZADD', open_ids, string.format('%.6f', ask['until']), ask.id)
  return {1, '', asked, after, written(redis.call('HINCRBY', header, 'step', 1))}
end

local function held(id)
  local found = redis.call('HMGET', held_of(id), 'state', 'asked', 'units', 'costs', 'slots', 'began', 'until')
  if found[1] ~= 'reserved' then
    redis.call('ZREM', open_ids, id)
    return nil
  end
  return {
    asked = each(cjson.decode(found[2]), function(cost) return tonumber(cost) end),
    units = cjson.decode(found[3]), costs = cjson.decode(found[4]),
    slots = cjson.decode(found[5]), began = tonumber(found[6]), till = tonumber(found[7])
  }
end

local function finish(id, state)
  redis.call('HSET', held_of(id), 'state', state)
  redis.call('ZREM', open_ids, id)
end

local function settle(id, remembered)
  local one = held(id)
  if not one then return end
  local back, twice = each(one.asked, function() return 0 end), false
  for at, unit in ipairs(one.units) do
    if paid(unit, one.began) then
      twice = true
      back = each(back, function(sum, limit) return sum - tonumber(one.costs[at][limit]) end)
    else
      redis.call('SET', unit_of(unit), string.format('%.6f', one.till + remembered), 'EX', remembered)
    end
  end
  if twice then
    add(one.slots, each(back, function(sum, limit) return math.max(sum, -one.asked[limit]) end))
  end
  finish(id, 'settled')
end

local function refund(id, remembered, now)
  local one = held(id)
  if not one then return end
  if now >= one.till then return settle(id, remembered) end
  add(one.slots, each(one.asked, function(cost) return -cost end))
  finish(id, 'refunded')
end

local own, id = table.remove(ARGV, 1), table.remove(ARGV, 1)
local action, known = ARGV[1], redis.call('HMGET', header, 'secret', 'id', 'step')
if action == 'open' then
  redis.call('HSETNX', header, 'version', ARGV[2])
  redis.call('HSETNX', header, 'secret', own)
  redis.call('HSETNX', header, 'id', ARGV[3])
  redis.call('HSETNX', header, 'step', '0')
  return redis.call('HMGET', header, 'version', 'secret', 'id', 'step')
elseif known[1] ~= own or known[2] ~= id then
  return redis.error_reply('LOST what was opened is not there any more')
elseif action == 'check' then
  if tonumber(known[3] or '0') < tonumber(ARGV[2]) then return redis.error_reply('LOST steps that were taken') end
  redis.call('HSET', header, 'checked', '1')
  return redis.call('TIME')[1]
elseif action == 'reserve' then
  return reserve(cjson.decode(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]))
elseif action == 'settle' then
  settle(ARGV[2], tonumber(ARGV[3]))
elseif action == 'refund' then
  refund(ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]))
elseif action == 'expire' then
  local over = redis.call('ZRANGEBYSCORE', open_ids, '-inf', ARGV[2], 'LIMIT', 0, 1000)
  for _, id in ipairs(over) do settle(id, tonumber(ARGV[3])) end
  return #over
elseif action == 'balances' then
  local rows = {}
  for _, account in ipairs(redis.call('SMEMBERS', accounts)) do
    local flat = redis.call('HGETALL', slots_of(account))
    for at = 1, #flat, 2 do rows[#rows + 1] = {account, flat[at], flat[at + 1]} end
  end
  return rows
elseif action == 'put' then
  redis.call('DEL', slots_of(ARGV[2]))
  redis.call('HSET', slots_of(ARGV[2]), ARGV[3], ARGV[4])
  redis.call('SADD', accounts, ARGV[2])
end
return 0
